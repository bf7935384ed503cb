import type { Role } from '#kit/launch.ts'
import type { Row, Section } from './shape.ts'

const siteUrl = 'https://kubernetes.io/docs/'
const commandsFolder = 'reference/command-line-tools-reference'
const usualPages: Readonly<Partial<Record<Role, string>>> = {
  apiserver: `${commandsFolder}/kube-apiserver/`,
  'controller-manager': 'reference/config-api/kube-controller-manager-config.v1alpha1/',
  'cloud-controller-manager': 'reference/config-api/kube-controller-manager-config.v1alpha1/',
  'node-agent': `${commandsFolder}/kubelet/`,
}

/** Returns the page of Kubernetes' documentation that corresponds to a row, at its type if the page has types. */
export function pageOf({ document, page }: Section, { of, path }: Row, program: Role): string {
  const usualPage = document === 1 ? 'reference/config-api/apiserver-config.v1/' : (usualPages[program] ?? '')
  const { address = usualPage, types } = page ?? {}
  return `${siteUrl}${address}${types !== undefined && path !== undefined ? `#${types}-${of}` : ''}`
}

/** Returns the statements of a row about its value, in words; empty if its rules state everything. */
export function factsOf(row: Row): string {
  const { type, unit, stage, requirement, isOptional, deprecated, file, path, isOpen } = row
  const facts = [
    type === '-' ? undefined : type,
    unit,
    stage?.toLowerCase(),
    row.default === undefined ? undefined : `default ${textOf(row.default)}`,
    requirement === undefined ? undefined : 'required',
    isOptional && 'optional',
    path === undefined ? undefined : `at ${path.replace(/\.\d+(?=\.|$)/g, '[]')} of the file`,
    file === undefined ? undefined : `${file.field} of the configuration file`,
    deprecated === 'C' ? 'deprecated in favour of the configuration file' : undefined,
    deprecated === 'R' ? 'deprecated, and will be removed' : undefined,
    isOpen && 'left open by the document',
  ]
  return facts.filter((fact) => typeof fact === 'string').join(', ')
}

function textOf(value: unknown): string {
  return value === '' ? 'empty' : typeof value === 'string' ? value : JSON.stringify(value)
}
