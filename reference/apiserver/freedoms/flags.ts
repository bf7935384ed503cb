/** What the documents leave open about the command line and the end of a refused start. */
export const flagsFreedoms = {
  'help-on-one-line-each': 'the help has one line per flag, with the default in brackets',
  'refusals-exit-with-3': 'a refused start ends with exit code 3',
  'refusals-without-reason': 'a refused start says only that it is refused',
  'slow-start': 'starts 300 ms later',
} as const
