/* Reads the schedule, which `script.py` wrote: a letter, then numbers and words, on each line.

       P property thread                                   what is violated, and by whom
       G thread                                            it need not be stopped any more when its events are over
       W thread                                            it waits for ever in the end, while others go on
       O number address maker nth name                     an object; its address if known, or the allocation that makes it
       I thread type value name                            an input: i, f; the function that asks for it
       B thread                                            a block begins
       E kind object offset size line other race name      an event of that block
       F address                                           a function whose call is the violation
       L address line                                      where the code of a line begins */

static struct block { int thread, first, last; } *blocks;
static struct place { uintptr_t address; int line; } *places;
static uintptr_t *reported; /* functions whose call is the violation */
static int event_count, object_count, block_count, place_count, reported_count;
static int violator;
static char result_path[4096];

#define GROW(array, count) (array = realloc_more(array, count, sizeof *array), &array[count++])
static void *realloc_more(void *array, int count, size_t size) {
    if (count & (count - 1) && count)
        return array;
    void *new = __real_malloc(size * (count ? 2 * count : 1));
    if (count)
        memcpy(new, array, size * count);
    return new;
}

static void read_line(char *line) {
    int thread, number;
    unsigned long address;
    switch (line[0]) {
    case 'P':
        sscanf(line, "P %31s %d", property, &violator);
        break;
    case 'G':
        threads[atoi(line + 2)].free = 1;
        break;
    case 'W':
        threads[atoi(line + 2)].deadlocked = 1;
        break;
    case 'O': {
        struct object *object = GROW(objects, object_count);
        memset(object, 0, sizeof *object);
        sscanf(line, "O %*d %lx %d %d %79s", &address, &object->maker, &object->number, object->name);
        object->address = address;
        object->known = address != 0;
        break;
    }
    case 'F':
        *GROW(reported, reported_count) = strtoul(line + 2, 0, 16);
        break;
    case 'L': {
        struct place *place = GROW(places, place_count);
        sscanf(line, "L %lx %d", &address, &place->line);
        place->address = address;
        break;
    }
    case 'I': {
        thread = atoi(line + 2);
        struct thread *t = &threads[thread];
        char type, value[200];
        struct input *input = GROW(t->inputs, t->input_count);
        memset(input, 0, sizeof *input);
        sscanf(line, "I %*d %c %199s %79s", &type, value, input->name);
        if (type == 'f')
            input->real = strtod(value, 0);
        else
            input->whole = value[0] == '-' ? strtoll(value, 0, 10) : (long long)strtoull(value, 0, 10);
        break;
    }
    case 'B': {
        struct block *block = GROW(blocks, block_count);
        *block = (struct block){atoi(line + 2), event_count, event_count};
        break;
    }
    case 'E': {
        struct event *event = GROW(events, event_count);
        memset(event, 0, sizeof *event);
        sscanf(line, "E %c %d %d %d %d %d %d %39s", &event->kind, &event->object, &event->offset, &event->size, &event->line,
               &number, &event->race, event->name);
        event->other = number;
        event->thread = blocks[block_count - 1].thread;
        event->block = block_count - 1;
        blocks[block_count - 1].last = event_count;
        break;
    }
    }
}

static void read_script(void) {
    const char *path = getenv("THREADPROOF_SCRIPT");
    FILE *file = path ? fopen(path, "r") : 0;
    char line[600];
    if (!file) {
        fprintf(stderr, "THREADPROOF_SCRIPT does not name a schedule\n");
        _exit(3);
    }
    snprintf(result_path, sizeof result_path, "%s.result", path);
    while (fgets(line, sizeof line, file))
        read_line(line);
    fclose(file);
}
