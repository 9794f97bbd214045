/* Copies rows of memory between places of the same layout: one source for the device, as PTX (rows.cu), and for the
 * device in software, whose kernels are host functions. */
#ifndef RANKWISE_DEVICE_BUFFERS_ROWS_H
#define RANKWISE_DEVICE_BUFFERS_ROWS_H

enum { ROWS_AT_ONCE = 96 }; /* what a kernel is started with has at most 4 KiB */

typedef struct { /* `rows` rows of `width` units, `pitch` bytes apart; `before`: units of the blocks before it */
    long long at, pitch;
    unsigned width, rows;
    unsigned long long before;
} RowBlock;

typedef struct { /* `items` items, `extent` bytes apart, each of the same blocks of together `units` units */
    long long extent;
    unsigned long long items, units;
    unsigned unit, blocks; /* `unit`: 1, 2, 4 or 8 bytes, to which all addresses are aligned */
    unsigned to_device, unused;
    RowBlock block[ROWS_AT_ONCE];
} RowLayout;

#ifdef __CUDA_ARCH__
#define ON_BOTH static __attribute__((device)) inline
#else
#define ON_BOTH static inline
#endif

/* Copies units [first, last) of a layout. */
ON_BOTH void copy_units(char* to, const char* from, const RowLayout* layout, unsigned long long first,
                        unsigned long long last) {
    while (first < last) {
        const unsigned long long item = first / layout->units, within = first % layout->units;
        unsigned low = 0, high = layout->blocks;
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            if (layout->block[middle].before <= within) low = middle;
            else high = middle;
        }
        const unsigned width = layout->block[low].width;
        const unsigned long long into = within - layout->block[low].before, row = into / width, column = into % width;
        const long long at = (long long)item * layout->extent + layout->block[low].at +
                             (long long)row * layout->block[low].pitch + (long long)(column * layout->unit);
        const unsigned long long left = width - column, units = left < last - first ? left : last - first;
        for (unsigned long long unit = 0; unit < units; ++unit) {
            const long long place = at + (long long)(unit * layout->unit);
            if (layout->unit == 8) *(unsigned long long*)(to + place) = *(const unsigned long long*)(from + place);
            else if (layout->unit == 4) *(unsigned*)(to + place) = *(const unsigned*)(from + place);
            else if (layout->unit == 2) *(unsigned short*)(to + place) = *(const unsigned short*)(from + place);
            else to[place] = from[place];
        }
        first += units;
    }
}

#endif
