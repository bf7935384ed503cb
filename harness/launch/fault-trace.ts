/** The file in which the reference notes the faults that could have changed what it did. */
export const faultTraceName = 'fault-trace.txt'
