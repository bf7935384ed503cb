import { randomInt, randomUUID } from 'node:crypto'
import { type ApiObject, isRecord, recordAt, timestamp, omitFields } from '../model/object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { withDefaults } from './defaults.ts'

/** User of a request, as recorded in objects. */
export interface Author {
  readonly name: string
  readonly groups: readonly string[]
  readonly uid?: string
}

// Characters of generated names, as in Kubernetes: without vowels, which could form words, and without digits that
// resemble them.
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** Returns a name that consists of the prefix and five random characters. */
export function generatedName(prefix: string): string {
  const suffix = Array.from({ length: 5 }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join('')
  return `${prefix.slice(0, 58)}${suffix}`
}

/** Returns a new object in its stored form, with name, uid and defaults. */
export function initialObject(
  resource: Resource,
  namespace: string | undefined,
  object: ApiObject,
  { keepStatus, author }: { readonly keepStatus: boolean; readonly author?: Author | undefined },
): ApiObject {
  const { metadata: givenMetadata = {}, apiVersion: _, kind: __, ...rest } = object
  const {
    name: givenName,
    generateName,
    ...meta
  } = omitFields(
    givenMetadata,
    'uid',
    'resourceVersion',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'generation',
    'selfLink',
    'namespace',
  )
  const name = givenName || (generateName ? generatedName(generateName) : '')
  const uid = randomUUID()
  const metadata = {
    name,
    ...(generateName && { generateName }),
    ...(resource.namespaced && { namespace: namespace ?? '' }),
    uid,
    ...(resource.counted && { generation: 1 }),
    // A test may create an object with an earlier timestamp.
    creationTimestamp: (keepStatus ? givenMetadata.creationTimestamp : undefined) ?? timestamp(),
    ...meta,
  }
  const hasStatus = resource.subresources.includes('status')
  const isStatusDropped = hasStatus && !resource.keepsStatus && !keepStatus
  const keptFields = isStatusDropped ? omitFields(rest, 'status') : rest
  // Built-in kinds always have a status; custom kinds have none before a client writes it.
  const fields =
    hasStatus && resource.strategic ? { ...keptFields, status: keptFields.status ?? {} } : keptFields
  const newObject = { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata, ...fields }
  return withKindFields(withDefaults(newObject), author)
}

/** Adds server-generated fields to some kinds of objects. */
function withKindFields(object: ApiObject, author: Author | undefined): ApiObject {
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
  const uidLabel = { 'batch.kubernetes.io/controller-uid': uid }
  const labels = {
    ...uidLabel,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  }
  const metadata = recordAt(spec.template, 'metadata')
  const template = {
    ...spec.template,
    metadata: { ...metadata, labels: { ...(recordAt(metadata, 'labels') as typeof labels), ...labels } },
  }
  // A job without labels gets the labels of its pods.
  const templateLabels = object.metadata?.labels ?? template.metadata.labels
  return {
    ...object,
    metadata: { ...object.metadata, labels: templateLabels },
    spec: { ...spec, manualSelector: false, selector: { matchLabels: uidLabel }, template },
  }
}

let addressCount = 0

/** Assigns an address to a service, unless it is headless. */
function withAddress(object: ApiObject): ApiObject {
  const spec = recordAt(object, 'spec')
  if (spec.type === 'ExternalName') return object
  const givenIP = spec.clusterIP
  addressCount += 1
  const freeAddress = `10.96.${(addressCount >> 8) & 255}.${addressCount & 255}`
  const clusterIP = typeof givenIP === 'string' && givenIP !== '' ? givenIP : freeAddress
  return { ...object, spec: { ...spec, clusterIP, clusterIPs: [clusterIP] } }
}
