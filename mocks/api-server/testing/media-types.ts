/** Media types of patches. */
export const mergeType = 'application/merge-patch+json'
export const strategicType = 'application/strategic-merge-patch+json'
export const jsonType = 'application/json-patch+json'
export const applyType = 'application/apply-patch+yaml'
