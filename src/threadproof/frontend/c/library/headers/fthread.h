/* FairThreads. Handles are opaque; events and threads belong to the one scheduler that there is. */
#ifndef __TP_FTHREAD_H
#define __TP_FTHREAD_H
#include <pthread.h>

typedef struct __tp_ft_thread *ft_thread_t;
typedef struct __tp_ft_scheduler *ft_scheduler_t;
typedef struct __tp_ft_event *ft_event_t;

enum { OK = 0, BADCREATE, BADLINK, BADEVENT, BADMEM, TIMEOUT, NEXT };

ft_scheduler_t ft_scheduler_create(void);
int ft_scheduler_start(ft_scheduler_t);
int ft_scheduler_stop(ft_thread_t);
int ft_scheduler_suspend(ft_thread_t);
int ft_scheduler_resume(ft_thread_t);
int ft_scheduler_broadcast(ft_event_t);
int ft_scheduler_broadcast_value(ft_event_t, void *);

ft_thread_t ft_thread_create(ft_scheduler_t, void (*)(void *), void (*cleanup)(void *), void *);
ft_thread_t ft_thread_self(void);
ft_scheduler_t ft_thread_scheduler(void);
int ft_thread_cooperate(void);
int ft_thread_cooperate_n(int);
int ft_thread_join(ft_thread_t);
int ft_thread_join_n(ft_thread_t, int);
int ft_thread_stop(ft_thread_t);
int ft_thread_suspend(ft_thread_t);
int ft_thread_resume(ft_thread_t);
void ft_exit(void);

ft_event_t ft_event_create(ft_scheduler_t);
int ft_thread_generate(ft_event_t);
int ft_thread_generate_value(ft_event_t, void *);
int ft_thread_await(ft_event_t);
int ft_thread_await_n(ft_event_t, int);
int ft_thread_select(int, ft_event_t *, int *);
int ft_thread_select_n(int, ft_event_t *, int *, int);
int ft_thread_get_value(ft_event_t, int, void **);

int ft_thread_link(ft_scheduler_t);
int ft_thread_unlink(void);
int ft_thread_mutex_lock(pthread_mutex_t *);
int ft_thread_mutex_unlock(pthread_mutex_t *);
pthread_t ft_pthread(ft_thread_t);
#endif
