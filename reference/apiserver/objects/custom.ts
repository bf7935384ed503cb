import { type Json, member } from '../../serving/json-body.ts'
import type { ResourcePath } from '../api/attributes.ts'
import type { ObjectReader } from './reader.ts'
import type { Resource } from '../api/resource.ts'

/** Returns the resource that a stored definition adds under a path; undefined if there is none. */
export async function customResource(
  { group, version, resource }: ResourcePath,
  objects: ObjectReader,
): Promise<Resource | undefined> {
  if (group === '' || resource === '') return undefined
  const definition = await objects.get('customresourcedefinitions', '', `${resource}.${group}`)
  if (definition === undefined) return undefined
  const spec = member(definition, 'spec')
  const versions = Array.isArray(spec['versions']) ? (spec['versions'] as Json[]) : []
  const isVersionServed = versions.some(
    ({ name, served: isServed }) => name === version && isServed !== false,
  )
  const { kind } = member(spec, 'names')
  if (!isVersionServed || spec['group'] !== group || typeof kind !== 'string') return undefined
  return { group, version, resource, kind, namespaced: spec['scope'] === 'Namespaced' }
}
