import type { AuditedRequest, Level, PolicyRule, Stage } from '../../../../shared/audit/policy.ts'

/** Request as sent, and its attributes for a policy. */
export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  readonly attributes: AuditedRequest
}

/** Users of generated requests with their groups. All users are in the group `generated`. */
export const generatedUsers: Readonly<Record<string, readonly string[]>> = {
  'gen-alice': ['generated', 'gen-crew'],
  'gen-bob': ['generated', 'gen-cooks'],
  'gen-carol': ['generated', 'gen-crew', 'gen-cooks'],
  'gen-dave': ['generated'],
}

const groups = ['gen-one.example', 'gen-two.example', '']
const namespaces = ['gen-a', 'gen-b', '']
const names = ['one', 'two', 'three']
const paths = ['/gen/a', '/gen/a/b', '/gen/b', '/gen/b/c', '/gen/c/d/e', '/gen']
const patterns = ['/gen/a', '/gen/a/*', '/gen/b*', '/gen/c/*', '/gen/c/d/e', '/gen', '*']
const levels: readonly Level[] = ['None', 'Metadata', 'Request', 'RequestResponse']
const stages: readonly Stage[] = ['RequestReceived', 'ResponseComplete']
const verbs = ['get', 'list', 'create', 'update', 'patch', 'delete']
// Resource selectors. Only subresources of gadgets are requested, because the documents do not state whether
// `gadgets/*` covers gadgets themselves.
const selectors = ['things', 'things/status', 'things/scale', '*/scale', 'gadgets/*', 'gadgets/status', '*']

/** Generates random rules and requests. The same seed gives the same results. */
export class Generator {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a rule that covers only generated users. */
  rule(): PolicyRule {
    const isAboutPaths = this.#by(0.3)
    return {
      level: this.#one(levels),
      ...(this.#by(0.5)
        ? { users: this.#some(Object.keys(generatedUsers)) }
        : { userGroups: this.#some(['generated', 'gen-crew', 'gen-cooks']) }),
      ...(this.#by(0.7) && { verbs: this.#some(isAboutPaths ? ['get', 'put'] : verbs) }),
      ...(this.#by(0.2) && { omitStages: [this.#one(stages)] }),
      ...(isAboutPaths ? { nonResourceURLs: this.#some(patterns) } : this.#conditions()),
    }
  }

  /** Returns a request of one of the users. The object need not exist. */
  request(): GeneratedRequest {
    const [name, ofGroups] = this.#one(Object.entries(generatedUsers))
    const user = { name, groups: ofGroups }
    if (this.#by(0.3)) {
      const path = this.#one(paths)
      const method = this.#by(0.7) ? 'GET' : 'PUT'
      return { method, path, attributes: { user, verb: method.toLowerCase(), path } }
    }
    const group = this.#one(groups)
    // Existing resources are only read.
    const resource = group === '' ? this.#one(['configmaps', 'secrets']) : this.#one(['things', 'gadgets'])
    const subresource =
      group === '' ? '' : this.#one(resource === 'gadgets' ? ['status', 'scale'] : ['', 'status', 'scale'])
    const hasName = subresource !== '' || this.#by(0.6)
    const objectName = hasName ? this.#one(names) : ''
    const [verb, method] = this.#one(
      group === '' ? [hasName ? getVerb : listVerb] : hasName ? objectVerbs : collectionVerbs,
    )
    const namespace = this.#one(namespaces)
    const root = group === '' ? '/api/v1' : `/apis/${group}/v1`
    const namespacePath = namespace === '' ? '' : `/namespaces/${namespace}`
    const path = [`${root}${namespacePath}/${resource}`, objectName, subresource]
      .filter((part) => part !== '')
      .join('/')
    return {
      method,
      path,
      attributes: {
        user,
        verb,
        path,
        resource: { group, namespace, resource, subresource, name: objectName },
      },
    }
  }

  #conditions(): Pick<PolicyRule, 'resources' | 'namespaces'> {
    const resourceNames = this.#by(0.3) ? { resourceNames: this.#some(names) } : {}
    const group = this.#one(groups)
    const groupSelectors = group === '' ? ['configmaps', 'secrets'] : selectors
    const resources = [{ group, resources: this.#some(groupSelectors), ...resourceNames }]
    const namespaceCondition = { namespaces: this.#some(namespaces) }
    if (this.#by(0.15)) return namespaceCondition
    return { resources, ...(this.#by(0.4) && namespaceCondition) }
  }

  #by(chance: number): boolean {
    return this.#next() < chance
  }

  #one<T>(items: readonly T[]): T {
    const chosenItem = items[Math.floor(this.#next() * items.length)]
    if (chosenItem === undefined) throw new TypeError('there is nothing to choose from')
    return chosenItem
  }

  /** Returns one or two different elements. */
  #some<T>(items: readonly T[]): T[] {
    return [...new Set([this.#one(items), ...(this.#by(0.3) ? [this.#one(items)] : [])])]
  }

  /** Returns the next number of a linear congruential generator (Numerical Recipes), from 0 to 1. */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }
}

type VerbMethod = readonly [verb: string, method: string]
const getVerb: VerbMethod = ['get', 'GET']
const listVerb: VerbMethod = ['list', 'GET']
const objectVerbs: readonly VerbMethod[] = [
  getVerb,
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
]
const collectionVerbs: readonly VerbMethod[] = [listVerb, ['create', 'POST']]
