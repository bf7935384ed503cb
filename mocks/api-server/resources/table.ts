import { apiVersionOf, type Resource, resource, type Verb } from './resource.ts'
import { rows } from './rows.ts'

/** Resources of a server, found by the words of paths and of objects. */
export class ResourceTable {
  readonly #all: Resource[] = []
  readonly #byPath = new Map<string, Resource>()
  readonly #byKind = new Map<string, Resource>()

  constructor(resources: readonly Resource[]) {
    for (const one of resources) this.add(one)
  }

  get all(): readonly Resource[] {
    return this.#all
  }

  /** Adds a resource; one of the same group, version and plural is replaced. */
  add(added: Resource): void {
    const path = pathKey(added.group, added.version, added.plural)
    const known = this.#byPath.get(path)
    if (known === undefined) this.#all.push(added)
    else this.#all[this.#all.indexOf(known)] = added
    this.#byPath.set(path, added)
    this.#byKind.set(`${apiVersionOf(added)} ${added.kind}`, added)
  }

  /** Removes a resource; its objects stay in the store. */
  remove(removed: Resource): void {
    const at = this.#all.indexOf(removed)
    if (at >= 0) this.#all.splice(at, 1)
    this.#byPath.delete(pathKey(removed.group, removed.version, removed.plural))
    this.#byKind.delete(`${apiVersionOf(removed)} ${removed.kind}`)
  }

  at(group: string, version: string, plural: string): Resource | undefined {
    return this.#byPath.get(pathKey(group, version, plural))
  }

  ofKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`)
  }

  /** Returns the resource called `pods` or `deployments.apps`; the first version wins. */
  named(name: string): Resource | undefined {
    const dot = name.indexOf('.')
    const plural = dot < 0 ? name : name.slice(0, dot)
    const group = dot < 0 ? undefined : name.slice(dot + 1)
    return this.#all.find((one) => one.plural === plural && (group === undefined || one.group === group))
  }
}

/** Returns the built-in resources; a given domain replaces `k8s.io` in groups below it. */
export function builtInResources(groupDomain = 'k8s.io'): Resource[] {
  return Object.entries(rows).flatMap(([apiVersion, lines]) => {
    const [version = '', group = ''] = apiVersion.split('/').toReversed()
    const spelled = group.endsWith('.k8s.io') ? `${group.slice(0, -'k8s.io'.length)}${groupDomain}` : group
    return lines
      .trim()
      .split('\n')
      .map((line) => readRow(spelled, version, line))
  })
}

function readRow(group: string, version: string, line: string): Resource {
  const [plural = '', kind = '', scope, subresources = '-', ...rest] = line.split(' ')
  const words = new Set(rest)
  const listed = (name: string): string[] =>
    rest
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(',') ?? []
  const review = words.has('review')
  return resource({
    group,
    version,
    plural,
    kind,
    namespaced: scope === 'ns',
    subresources: subresources === '-' ? [] : subresources.split(','),
    shortNames: listed('short'),
    categories: listed('in'),
    fields: listed('fields'),
    counted: words.has('counted'),
    keepsStatus: words.has('keeps-status'),
    versioned: words.has('versioned'),
    upsert: words.has('upsert'),
    showsDeleted: words.has('shows-deleted'),
    stored: !review,
    strategic: true,
    ...(review && { verbs: ['create'] satisfies Verb[] }),
    // Namespaces are deleted one by one: each has to be emptied first.
    ...(plural === 'namespaces' && { verbs: namespaceVerbs }),
  })
}

const namespaceVerbs: readonly Verb[] = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']

function pathKey(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`
}
