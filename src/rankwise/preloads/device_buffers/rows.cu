// The kernel as a device runs it. `python tools/device_kernels.py` compiles it to rows_ptx.h.
#include "rows.h"

extern "C" __attribute__((global)) void rankwise_copy_rows(char* to, const char* from, const RowLayout layout) {
    const unsigned long long step = static_cast<unsigned long long>(__nvvm_read_ptx_sreg_nctaid_x()) *
                                    static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_x());
    const unsigned long long own = static_cast<unsigned long long>(__nvvm_read_ptx_sreg_ctaid_x()) *
                                       static_cast<unsigned>(__nvvm_read_ptx_sreg_ntid_x()) +
                                   static_cast<unsigned>(__nvvm_read_ptx_sreg_tid_x());
    const unsigned long long all = layout.items * layout.units;
    for (unsigned long long unit = own; unit < all; unit += step) copy_units(to, from, &layout, unit, unit + 1);
}
