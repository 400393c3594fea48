/* Options of the command line, taken from it as the C library does: others are moved behind them, unless the first character of the
   list is `+`, or `-`, which hands them out as arguments of option 1. What is printed about errors has no effect. */
#include "intrinsics.h"
#include <getopt.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
static int __tp_letter; /* of the group of options in argv[optind]: the place of the next one, or 0 */
static int __tp_skipped; /* ... and the first of the words before it that are no options */

static _Bool __tp_is_option(const char *word) {
    return word[0] == '-' && word[1] != 0;
}

/* Moves the words [from, to) in front of those from `place` on. */
static void __tp_move_words(char **words, int place, int from, int to) {
    for (; from < to && place < from; place++, from++) {
        char *word = words[from];
        for (int i = from; i > place; i--)
            words[i] = words[i - 1];
        words[place] = word;
    }
}

static int __tp_long_option(int count, char **words, const char *list, const struct option *options, int *index, _Bool single) {
    const char *word = words[optind] + 1;
    word += *word == '-';
    size_t length = strcspn(word, "=");
    int found = -1, similar = 0;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, word, length) != 0)
            continue;
        _Bool differs = found >= 0 && (options[i].has_arg != options[found].has_arg || options[i].flag != options[found].flag ||
                                       options[i].val != options[found].val);
        _Bool whole = options[i].name[length] == 0;
        if (whole || found < 0)
            found = i;
        similar = whole ? 0 : similar + differs;
        if (whole)
            break;
    }
    if (found < 0 && single && strchr(list, *word))
        return -1;
    optind++;
    optopt = 0;
    if (found < 0 || similar)
        return '?';
    const struct option *option = &options[found];
    optarg = 0;
    if (word[length] == '=') {
        if (option->has_arg == no_argument) {
            optopt = option->val;
            return '?';
        }
        optarg = (char *)word + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= count) {
            optopt = option->val;
            return *list == ':' ? ':' : '?';
        }
        optarg = words[optind++];
    }
    if (index)
        *index = found;
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

static int __tp_short_option(int count, char **words, const char *list) {
    const char *word = words[optind];
    if (!__tp_letter)
        __tp_letter = 1;
    char letter = word[__tp_letter++];
    _Bool last = word[__tp_letter] == 0;
    const char *entry = letter == ':' || letter == ';' ? 0 : strchr(list, letter);
    optarg = 0;
    if (entry && entry[1] == ':') {
        if (!last)
            optarg = (char *)word + __tp_letter;
        else if (entry[2] != ':' && optind + 1 < count)
            optarg = words[++optind];
        else if (entry[2] != ':') {
            optopt = letter;
            letter = *list == ':' ? ':' : '?';
        }
        last = 1;
    } else if (!entry) {
        optopt = letter;
        letter = '?';
    }
    if (last) {
        optind++;
        __tp_letter = 0;
    }
    return letter;
}

static int __tp_next_option(int count, char **words, const char *list, const struct option *options, int *index, _Bool single) {
    _Bool stops = *list == '+', returns = *list == '-';
    list += stops || returns;
    if (optind == 0) {
        optind = 1;
        __tp_letter = 0;
    }
    int place = optind;
    if (!__tp_letter) {
        __tp_skipped = place;
        while (place < count && !__tp_is_option(words[place]) && !stops && !returns)
            place++;
        if (place >= count || !__tp_is_option(words[place])) {
            _Bool word = returns && place < count;
            optarg = word ? words[optind++] : 0;
            return word ? 1 : -1;
        }
        if (words[place][1] == '-' && words[place][2] == 0) {
            __tp_move_words(words, __tp_skipped, place, place + 1);
            optind = __tp_skipped + 1;
            return -1;
        }
        optind = place;
    }
    int result = -1;
    if (!__tp_letter && options && (words[place][1] == '-' || single))
        result = __tp_long_option(count, words, list, options, index, single && words[place][1] != '-');
    if (result == -1)
        result = __tp_short_option(count, words, list);
    if (__tp_skipped < place && !__tp_letter) { /* the words that were skipped come behind it */
        int end = optind;
        __tp_move_words(words, __tp_skipped, place, end);
        optind = __tp_skipped + (end - place);
    }
    return result;
}

//: modelled: exact
int getopt(int count, char *const *words, const char *list) {
    return __tp_next_option(count, (char **)words, list, 0, 0, 0);
}

int getopt_long(int count, char *const *words, const char *list, const struct option *options, int *index) {
    return __tp_next_option(count, (char **)words, list, options, index, 0);
}

int getopt_long_only(int count, char *const *words, const char *list, const struct option *options, int *index) {
    return __tp_next_option(count, (char **)words, list, options, index, 1);
}
