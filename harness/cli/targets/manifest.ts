import { basename } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { readInput } from '../../input/read.ts'
import type { Role } from '../../roles.ts'

/** The flags that a manifest gives to the program of a role. */
export interface ManifestFlags {
  readonly role: Role
  /** The flags, as `--name=value` or `--name`. */
  readonly flags: readonly string[]
}

const roleByFile: Readonly<Record<string, Role>> = {
  'kube-apiserver': 'apiserver',
  'kube-controller-manager': 'controller-manager',
  'cloud-controller-manager': 'cloud-controller-manager',
  kubelet: 'node-agent',
}

const roleByKey: Readonly<Record<string, Role>> = {
  'kube-apiserver-arg': 'apiserver',
  'kube-controller-manager-arg': 'controller-manager',
  'kube-cloud-controller-manager-arg': 'cloud-controller-manager',
  'kubelet-arg': 'node-agent',
}

/**
 * Reads the flags of a manifest: a static pod, as kubeadm writes it, or the configuration of k3s or RKE2.
 * @throws HarnessError `config-fault` if the file is neither
 */
export async function readManifests(path: string): Promise<readonly ManifestFlags[]> {
  const text = readInput(path, 'target', `--from-manifest ${path}`)
  const { parseAllDocuments } = await import('yaml')
  const values = [...parseAllDocuments(text)].map((one): unknown => one.toJS({ maxAliasCount: 100 }))
  const manifests = values.flatMap((value) => [...manifestsOfPod(value), ...manifestsOfConfiguration(value)])
  if (manifests.length > 0) return manifests
  throw new HarnessError(
    'config-fault',
    `--from-manifest ${path} has no flags of a program. Give the manifest of a static pod (kubeadm: /etc/kubernetes/manifests/kube-apiserver.yaml), or a configuration of k3s or RKE2 with kube-apiserver-arg.`,
  )
}

function manifestsOfPod(value: unknown): ManifestFlags[] {
  const { kind, spec } = fieldsOf(value)
  if (kind !== 'Pod') return []
  return listOf(fieldsOf(spec).containers).flatMap((container) => {
    const { command, args } = fieldsOf(container)
    const words = [...listOf(command), ...listOf(args)].filter((word) => typeof word === 'string')
    const programIndex = words.findIndex((word) => roleByFile[basename(word)] !== undefined)
    const role = roleByFile[basename(words[programIndex] ?? '')]
    return role === undefined ? [] : [{ role, flags: joinFlags(words.slice(programIndex + 1)) }]
  })
}

/** Joins a flag and its value, given as two words, to one word. */
function joinFlags(words: readonly string[]): string[] {
  const flags: string[] = []
  for (const word of words) {
    const lastFlag = flags.at(-1)
    if (word.startsWith('--')) flags.push(word)
    else if (lastFlag !== undefined && !lastFlag.includes('='))
      flags[flags.length - 1] = `${lastFlag}=${word}`
  }
  return flags
}

function manifestsOfConfiguration(value: unknown): ManifestFlags[] {
  const fields = fieldsOf(value)
  return Object.entries(roleByKey).flatMap(([key, role]) => {
    // k3s adds the values of a key with a plus at its end to the values of the key without the plus.
    const fieldValues = [fields[key], fields[`${key}+`]].flatMap((one) => (Array.isArray(one) ? one : [one]))
    const flags = fieldValues
      .filter((one) => typeof one === 'string')
      .map((one) => `--${one.replace(/^--/, '')}`)
    return flags.length === 0 ? [] : [{ role, flags }]
  })
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
