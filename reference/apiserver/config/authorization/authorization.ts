import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import { freedom } from '../../../quirks/quirks.ts'
import { type AuthorizationConfig, type AuthorizerConfig, authorizationFields } from './fields.ts'
import { validateWebhook } from './webhook.ts'

/** Reader of the file of `--authorization-config`. */
export const authorizationKind: KindReader<typeof authorizationFields> = {
  kind: 'AuthorizationConfiguration',
  fields: authorizationFields,
  validate: validateAuthorization,
}

/** Types of authorizers, as in `--authorization-mode`. */
const types = ['Webhook', 'ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC']

/** Applies the rules of document 1 to an AuthorizationConfiguration. */
async function validateAuthorization(
  { authorizers }: AuthorizationConfig,
  problems: Problems,
): Promise<void> {
  for (const [index, entry] of (authorizers ?? []).entries()) {
    const path = `authorizers[${index}]`
    const earlierEntries = (authorizers ?? []).slice(0, index)
    const isNameTaken = earlierEntries.some(({ name }) => name !== undefined && name === entry.name)
    // The documents do not require unique names; they only state that a name identifies an authorizer.
    if (isNameTaken && !freedom('authorizer-names-may-repeat')) {
      problems.add(`${path}.name`, 'used by an earlier entry')
    }
    // Sequential: problems are reported in the order of the file.
    await validateType(entry, path, problems)
  }
}

async function validateType(
  { type = '', webhook }: AuthorizerConfig,
  path: string,
  problems: Problems,
): Promise<void> {
  if (type !== '' && !types.includes(type) && !freedom('authorizers-of-unknown-type-accepted')) {
    // Other servers may have further types.
    problems.add(`${path}.type`, `must be one of ${types.join(', ')}`)
  }
  if (type === 'Webhook') {
    if (webhook !== undefined) await validateWebhook(webhook, `${path}.webhook`, problems)
    else problems.require(false, `${path}.webhook`, 'required for type Webhook', 'webhook-missing-accepted')
  } else if (webhook !== undefined && types.includes(type)) {
    const message = 'belongs to type Webhook only'
    problems.require(false, `${path}.webhook`, message, 'webhook-beside-other-type-accepted')
  }
}
