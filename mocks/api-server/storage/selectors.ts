import { badRequest } from '../model/refusal.ts'
import type { Resource } from '../resources/resource.ts'
import { type ApiObject, valueAt } from '../model/object.ts'

/** Function that reports whether a selector matches an object. */
export type ObjectFilter = (object: ApiObject) => boolean

const selectAll: ObjectFilter = () => true

/** Parses `labelSelector`: `a=b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`. Throws 400. */
export function labelSelector(text: string | null | undefined): ObjectFilter {
  if (!text) return selectAll
  const terms = splitOutsideBraces(text).map((term) => labelTerm(term.trim()))
  return ({ metadata }) => terms.every((selects) => selects(metadata?.labels ?? {}))
}

type Labels = Readonly<Record<string, string>>

function labelTerm(term: string): (labels: Labels) => boolean {
  const setMatch = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(term)
  if (setMatch !== null) {
    const [, name = '', operator, list = ''] = setMatch
    const values = new Set(list.split(',').map((value) => value.trim()))
    const hasAnyValue = (labels: Labels): boolean => name in labels && values.has(labels[name] ?? '')
    return operator === 'in' ? hasAnyValue : (labels) => !hasAnyValue(labels)
  }
  const comparison = /^([^=!\s]+)\s*(!=|==|=)\s*(\S*)$/.exec(term)
  if (comparison !== null) {
    const [, name = '', operator, value] = comparison
    return operator === '!=' ? (labels) => labels[name] !== value : (labels) => labels[name] === value
  }
  const existenceMatch = /^(!?)\s*([^\s=!(),]+)$/.exec(term)
  if (existenceMatch === null) throw badRequest(`unable to parse requirement: ${term}`)
  const [, negation, name = ''] = existenceMatch
  return (labels) => name in labels === (negation === '')
}

function splitOutsideBraces(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

/**
 * Parses `fieldSelector`: `a.b=c`, `a.b!=c`, joined by commas. Throws 400 for fields that the resource does not
 * support.
 */
export function fieldSelector(text: string | null | undefined, resource: Resource): ObjectFilter {
  if (!text) return selectAll
  const terms = text.split(',').map((term) => {
    const comparison = /^([^=!]+)(!=|==|=)(.*)$/.exec(term)
    if (comparison === null) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
    const [, field = '', operator, value] = comparison
    if (!supportsField(resource, field)) throw badRequest(`field label not supported: ${field}`)
    const readField = fieldReader(resource, field)
    return operator === '!='
      ? (object: ApiObject) => readField(object) !== value
      : (object: ApiObject) => readField(object) === value
  })
  return (object) => terms.every((selects) => selects(object))
}

function supportsField(resource: Resource, field: string): boolean {
  return (
    field === 'metadata.name' ||
    (field === 'metadata.namespace' && resource.namespaced) ||
    resource.fields.includes(field)
  )
}

/**
 * Returns a function that reads a field as a string. An absent field is the empty string, and an absent number or
 * boolean is its zero value.
 */
function fieldReader({ plural }: Resource, field: string): (object: ApiObject) => string {
  if (plural === 'events' && field === 'source')
    return (object) => textOf(valueAt(object, 'source.component'))
  const zeroValue = zeroValues[field] ?? ''
  return (object) => textOf(valueAt(object, field) ?? zeroValue)
}

const zeroValues: Readonly<Record<string, string>> = {
  'spec.unschedulable': 'false',
  'spec.hostNetwork': 'false',
  'status.replicas': '0',
  'status.successful': '0',
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns both selectors of a request's query as one selector. */
export function selectorOf(query: URLSearchParams, resource: Resource): ObjectFilter {
  const labels = query.get('labelSelector')
  const fields = query.get('fieldSelector')
  if (!labels && !fields) return selectAll
  const matchesLabels = labelSelector(labels)
  const matchesFields = fieldSelector(fields, resource)
  return (object) => matchesLabels(object) && matchesFields(object)
}
