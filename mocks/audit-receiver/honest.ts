/** Response of a correct receiver to an accepted batch; no client reads it. */
export const acceptedResponse = 'taken'
