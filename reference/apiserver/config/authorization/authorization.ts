import type { KindReader } from '../load.ts'
import type { Problems } from '../../../config/problems.ts'
import type { Fault, ServerQuirks } from '../../faults.ts'
import { type AuthorizationConfig, type AuthorizerConfig, authorizationFields } from './fields.ts'
import { validateWebhook } from './webhook.ts'

/** Reader of the file of `--authorization-config`. */
export const authorizationKind: KindReader<typeof authorizationFields> = {
  kind: 'AuthorizationConfiguration',
  fields: authorizationFields,
  validate: validateAuthorization,
}

/** The sorts of authorizers: those of `--authorization-mode`. */
const types = ['Webhook', 'ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC']

/** Applies the rules of document 1 to an AuthorizationConfiguration. */
async function validateAuthorization(
  { authorizers }: AuthorizationConfig,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): Promise<void> {
  if (authorizers === undefined) {
    problems.require(false, 'authorizers', 'required', 'authorizers-missing-accepted')
  } else {
    problems.require(authorizers.length > 0, 'authorizers', 'must not be empty', 'empty-authorizers-accepted')
  }
  const count = authorizers?.length ?? 0
  problems.forbid(count > 1, 'authorizers', 'second-authorizer-refused')
  for (const [index, entry] of (authorizers ?? []).entries()) {
    const path = `authorizers[${index}]`
    const earlier = (authorizers ?? []).slice(0, index)
    validateName(entry.name ?? '', `${path}.name`, problems)
    const taken = earlier.some(({ name }) => name !== undefined && name === entry.name)
    // The documents do not say that names are unique, only that a name identifies.
    if (taken && !quirks.freedom('authorizer-names-may-repeat')) {
      problems.add(`${path}.name`, 'used by an earlier entry')
    }
    // One by one: problems are reported in the order of the file.
    await validateType(entry, path, problems, quirks)
  }
}

async function validateType(
  { type = '', webhook }: AuthorizerConfig,
  path: string,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): Promise<void> {
  if (type === '') problems.require(false, `${path}.type`, 'required', 'authorizer-type-missing-accepted')
  else if (!types.includes(type) && !quirks.freedom('authorizers-of-unknown-type-accepted')) {
    // Other servers may have further types.
    problems.add(`${path}.type`, `must be one of ${types.join(', ')}`)
  }
  if (type === 'Webhook') {
    if (webhook !== undefined) await validateWebhook(webhook, `${path}.webhook`, problems, quirks)
    else problems.require(false, `${path}.webhook`, 'required for type Webhook', 'webhook-missing-accepted')
  } else if (webhook !== undefined && types.includes(type)) {
    const says = 'belongs to type Webhook only'
    problems.require(false, `${path}.webhook`, says, 'webhook-beside-other-type-accepted')
  }
}

/** A DNS-1123 label: at most 63 small letters, digits and dashes, with no dash at either end. */
function validateName(name: string, path: string, problems: Problems<Fault>): void {
  if (name === '') {
    problems.require(false, path, 'required', 'authorizer-name-missing-accepted')
    return
  }
  const says = 'must be a DNS-1123 label'
  const near = (holds: boolean, fault: Fault) => problems.require(holds, path, says, fault)
  near(name.length <= 63, 'authorizer-name-too-long-accepted')
  near(!/[A-Z]/.test(name), 'authorizer-name-upper-case-accepted')
  near(!name.includes('.'), 'authorizer-name-dot-accepted')
  near(!name.includes('_'), 'authorizer-name-underscore-accepted')
  near(!name.startsWith('-'), 'authorizer-name-leading-dash-accepted')
  near(!name.endsWith('-'), 'authorizer-name-trailing-dash-accepted')
  near(!/[^A-Za-z0-9._-]/.test(name), 'authorizer-name-other-characters-accepted')
  problems.forbid(name.length === 63, path, 'authorizer-name-longest-refused')
  problems.forbid(/^[0-9]/.test(name), path, 'authorizer-name-leading-digit-refused')
  problems.forbid(/.-./.test(name), path, 'authorizer-name-inner-dash-refused')
}
