/* What goes on beside the program whenever it calls. */
#ifndef RANKWISE_DEVICE_BUFFERS_PROGRESS_H
#define RANKWISE_DEVICE_BUFFERS_PROGRESS_H

/* Carries on what is under way; every so many turns of a loop that waits, others may run. */
void progress(int turn);

#endif
