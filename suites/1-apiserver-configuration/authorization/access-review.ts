import { HarnessError } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { AccessSpec, AccessStatus, ResourceAttributes } from '#mocks/webhook-authorizer/index.ts'

/** Requests the authorizers' decision for another user (SubjectAccessReview) as the administrator. */
export function reviewAccess(
  server: ApiServer,
  user: string,
  resourceAttributes: ResourceAttributes,
): Promise<AccessStatus> {
  return reviewSpec(server, { user, resourceAttributes })
}

/** Creates a SubjectAccessReview with a complete spec, for callers that differ in a single attribute. */
export async function reviewSpec(server: ApiServer, spec: AccessSpec): Promise<AccessStatus> {
  const response = await server.request({
    method: 'POST',
    path: '/apis/authorization.orch.io/v1/subjectaccessreviews',
    body: {
      apiVersion: `authorization.${server.dialect.groupDomain}/v1`,
      kind: 'SubjectAccessReview',
      spec,
    },
  })
  if (response.status !== 201) {
    throw new HarnessError(
      'untestable',
      `A SubjectAccessReview as the administrator answered ${response.status}: ${response.body.slice(0, 300)}`,
    )
  }
  return (JSON.parse(response.body) as { status: AccessStatus }).status
}
