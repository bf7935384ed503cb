import { randomInt, randomUUID } from 'node:crypto'
import { type ApiObject, isRecord, recordAt, timestamp, without } from '../model/object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { withDefaults } from './defaults.ts'

/** Who asks, as far as a request of it is written into objects. */
export interface Author {
  readonly name: string
  readonly groups: readonly string[]
  readonly uid?: string
}

// The alphabet of generated names leaves out what reads as a word or as another letter.
const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** A name that begins with the prefix and ends with five letters by chance. */
export function generatedName(prefix: string): string {
  const end = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${prefix.slice(0, 58)}${end}`
}

/** The first form in which an object is stored: named, identified, defaulted. */
export function firstForm(
  resource: Resource,
  namespace: string | undefined,
  object: ApiObject,
  { keepStatus, author }: { readonly keepStatus: boolean; readonly author?: Author | undefined },
): ApiObject {
  const { metadata: given = {}, apiVersion: _, kind: __, ...rest } = object
  const {
    name: said,
    generateName,
    ...meta
  } = without(
    given,
    'uid',
    'resourceVersion',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'generation',
    'selfLink',
    'namespace',
  )
  const name = said || (generateName ? generatedName(generateName) : '')
  const uid = randomUUID()
  const metadata = {
    name,
    ...(generateName && { generateName }),
    ...(resource.namespaced && { namespace: namespace ?? '' }),
    uid,
    ...(resource.counted && { generation: 1 }),
    // What is put there as it is may be older.
    creationTimestamp: (keepStatus ? given.creationTimestamp : undefined) ?? timestamp(),
    ...meta,
  }
  const hasStatus = resource.subresources.includes('status')
  const wiped = hasStatus && !resource.keepsStatus && !keepStatus
  const kept = wiped ? without(rest, 'status') : rest
  // Built-in sorts always show a status; custom ones have none before somebody writes it.
  const fields = hasStatus && resource.strategic ? { ...kept, status: kept.status ?? {} } : kept
  const made = { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...fields }
  return special(withDefaults(made), author)
}

/** What the server adds to some sorts of objects from its own knowledge. */
function special(object: ApiObject, author: Author | undefined): ApiObject {
  if (object.kind === 'Job') return withJobSelector(object)
  if (object.kind === 'Service') return withAddress(object)
  if (object.kind === 'CertificateSigningRequest' && author !== undefined) {
    const { name, groups, uid } = author
    const spec = { ...recordAt(object, 'spec'), username: name, groups, ...(uid !== undefined && { uid }) }
    return { ...object, spec }
  }
  return object
}

function withJobSelector(object: ApiObject): ApiObject {
  const spec = recordAt(object, 'spec')
  if (spec.manualSelector === true || isRecord(spec.selector) || !isRecord(spec.template)) return object
  const { uid = '', name = '' } = object.metadata ?? {}
  const byUid = { 'batch.kubernetes.io/controller-uid': uid }
  const labels = { ...byUid, 'batch.kubernetes.io/job-name': name, 'controller-uid': uid, 'job-name': name }
  const metadata = recordAt(spec.template, 'metadata')
  const template = {
    ...spec.template,
    metadata: { ...metadata, labels: { ...(recordAt(metadata, 'labels') as typeof labels), ...labels } },
  }
  // A job without labels of its own has those of its pods.
  const own = object.metadata?.labels ?? template.metadata.labels
  return {
    ...object,
    metadata: { ...object.metadata, labels: own },
    spec: { ...spec, manualSelector: false, selector: { matchLabels: byUid }, template },
  }
}

let addresses = 0

/** Gives a service an address of its own unless it wants none. */
function withAddress(object: ApiObject): ApiObject {
  const spec = recordAt(object, 'spec')
  if (spec.type === 'ExternalName') return object
  const said = spec.clusterIP
  addresses += 1
  const next = `10.96.${(addresses >> 8) & 255}.${addresses & 255}`
  const clusterIP = typeof said === 'string' && said !== '' ? said : next
  return { ...object, spec: { ...spec, clusterIP, clusterIPs: [clusterIP] } }
}
