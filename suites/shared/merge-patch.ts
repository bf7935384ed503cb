/** Headers of a PATCH request whose body is a JSON merge patch. */
export const mergePatchHeaders = { 'content-type': 'application/merge-patch+json' } as const
