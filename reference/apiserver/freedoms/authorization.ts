/** What the documents leave open about deciding what is allowed. */
export const authorizationFreedoms = {
  'answer-status-may-be-missing': 'an access review without status is no opinion instead of malformed',
  'contradiction-is-no-opinion': 'a webhook that both allows and denies has no opinion',
  'failures-cached': 'what failurePolicy decides is kept like an answer',
  'files-of-unused-modes-refused': 'files of authorization modes that are not on are refused',
  'match-conditions-stop-at-error': 'a condition that fails decides although a later one is false',
  'no-opinion-not-cached': 'answers without opinion are asked for again',
  'repeated-modes-accepted': 'an authorization mode may be named twice',
  'undecided-errors-answer-500': 'a refusal for want of a working authorizer has status 500',
  'webhook-mode-fails-closed': 'with --authorization-mode=Webhook a failed call denies',
} as const
