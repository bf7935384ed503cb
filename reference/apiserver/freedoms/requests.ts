/** What the documents leave open about answers to requests. */
export const requestsFreedoms = {
  'further-response-headers': 'responses have headers that nobody asked for',
  'no-preflight-answers': 'preflights of browsers are answered like any other request',
  'status-texts-differ': 'failures are described in other words',
} as const
