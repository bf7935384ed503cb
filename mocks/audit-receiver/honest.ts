/** What a good receiver answers to a batch that it has taken: nobody reads it. */
export const taken = 'taken'
