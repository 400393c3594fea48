// verdict: FALSE(valid-memsafety), FALSE(no-data-race)
// Main frees a message without waiting for the thread that still reads it.
#include <pthread.h>
#include <stdlib.h>

struct message {
    int length;
    char text[4];
};

void *reader(void *arg) {
    struct message *message = arg;
    return message->text[message->length - 1] == 'x' ? arg : 0;
}

int main(void) {
    pthread_t thread;
    struct message *message = malloc(sizeof *message);
    message->length = 1;
    message->text[0] = 'x';
    pthread_create(&thread, 0, reader, message);
    free(message); // must come after the join
    pthread_join(thread, 0);
    return 0;
}
