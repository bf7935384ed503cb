import { apiVersionOf, type Resource, resource, type Verb } from './resource.ts'
import { rows } from './rows.ts'

/** Resources of a server, by their names in paths and objects. */
export class ResourceTable {
  readonly #resources: Resource[] = []
  readonly #byPath = new Map<string, Resource>()
  readonly #byKind = new Map<string, Resource>()

  constructor(resources: readonly Resource[]) {
    for (const addedResource of resources) this.add(addedResource)
  }

  get all(): readonly Resource[] {
    return this.#resources
  }

  /** Adds a resource, or replaces the resource of the same group, version and plural. */
  add(newResource: Resource): void {
    const path = pathKey(newResource.group, newResource.version, newResource.plural)
    const knownResource = this.#byPath.get(path)
    if (knownResource === undefined) this.#resources.push(newResource)
    else this.#resources[this.#resources.indexOf(knownResource)] = newResource
    this.#byPath.set(path, newResource)
    this.#byKind.set(`${apiVersionOf(newResource)} ${newResource.kind}`, newResource)
  }

  /** Removes a resource; its objects stay in the store. */
  remove(removedResource: Resource): void {
    const position = this.#resources.indexOf(removedResource)
    if (position >= 0) this.#resources.splice(position, 1)
    this.#byPath.delete(pathKey(removedResource.group, removedResource.version, removedResource.plural))
    this.#byKind.delete(`${apiVersionOf(removedResource)} ${removedResource.kind}`)
  }

  at(group: string, version: string, plural: string): Resource | undefined {
    return this.#byPath.get(pathKey(group, version, plural))
  }

  ofKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`)
  }

  /** Returns the resource called `pods` or `deployments.apps`; of several versions, the first is returned. */
  named(name: string): Resource | undefined {
    const dot = name.indexOf('.')
    const plural = dot < 0 ? name : name.slice(0, dot)
    const group = dot < 0 ? undefined : name.slice(dot + 1)
    return this.#resources.find(
      (resource) => resource.plural === plural && (group === undefined || resource.group === group),
    )
  }
}

/** Returns the built-in resources. In the names of groups, `groupDomain` replaces `k8s.io`. */
export function builtInResources(groupDomain = 'k8s.io'): Resource[] {
  return Object.entries(rows).flatMap(([apiVersion, lines]) => {
    const [version = '', group = ''] = apiVersion.split('/').toReversed()
    const groupName = group.endsWith('.k8s.io') ? `${group.slice(0, -'k8s.io'.length)}${groupDomain}` : group
    return lines
      .trim()
      .split('\n')
      .map((line) => readRow(groupName, version, line))
  })
}

function readRow(group: string, version: string, line: string): Resource {
  const [plural = '', kind = '', scope, subresources = '-', ...attributes] = line.split(' ')
  const attributeNames = new Set(attributes)
  const listAttribute = (name: string): string[] =>
    attributes
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(',') ?? []
  const isReview = attributeNames.has('review')
  return resource({
    group,
    version,
    plural,
    kind,
    namespaced: scope === 'ns',
    subresources: subresources === '-' ? [] : subresources.split(','),
    shortNames: listAttribute('short'),
    categories: listAttribute('in'),
    fields: listAttribute('fields'),
    counted: attributeNames.has('counted'),
    keepsStatus: attributeNames.has('keeps-status'),
    versioned: attributeNames.has('versioned'),
    upsert: attributeNames.has('upsert'),
    showsDeleted: attributeNames.has('shows-deleted'),
    stored: !isReview,
    strategic: true,
    ...(isReview && { verbs: ['create'] satisfies Verb[] }),
    // Namespaces are deleted individually, because each must be emptied first.
    ...(plural === 'namespaces' && { verbs: namespaceVerbs }),
  })
}

const namespaceVerbs: readonly Verb[] = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']

function pathKey(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`
}
