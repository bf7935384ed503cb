import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '#kit/launch.ts'
import type { AgentPorts } from '#harness/programs/node-agent.ts'
import type { Credentials } from '#harness/programs/credentials.ts'
import type { SourcedValue } from './sourced-flag.ts'

/** Replacements for the placeholders of a table, words that begin with an at sign, in one start. */
export interface SourceLocations {
  readonly ports: AgentPorts
  /** Directory that contains the files with a bare name. */
  readonly directory: string
  /** URL of an HTTP server. */
  readonly url: string
}

/** Returns a value of a table with its placeholders replaced. */
export function withLocations(value: SourcedValue, { ports, directory, url }: SourceLocations): SourcedValue {
  if (typeof value !== 'string' || !value.startsWith('@')) return value
  const name = value.slice(1)
  if (name === 'main' || name === 'readOnly' || name === 'health') return ports[name]
  if (name.startsWith('url/')) return `${url}/manifests/${name.slice(4)}`
  return name.startsWith('socket-') ? `unix://${join(directory, name)}` : join(directory, name)
}

const sourceNumbers = [1, 2, 3] as const
const sockets = [1, 2, 3, 4, 5, 6] as const

/** Creates the files that placeholders name. All files of a kind are interchangeable. */
export function makeSourceLocations(directory: string, { authority, serving }: Credentials): void {
  for (const number of sourceNumbers) {
    writePrivate(join(directory, `ca-${number}.crt`), authority.certificate)
    writePrivate(join(directory, `serving-${number}.crt`), serving.certificate)
    writePrivate(join(directory, `serving-${number}.key`), serving.key)
    writePrivate(join(directory, `resolv-${number}.conf`), 'nameserver 127.0.0.1\n')
    mkdirSync(join(directory, `manifests-${number}`))
    mkdirSync(join(directory, `plugins-${number}`))
  }
}

/** Links all sockets that placeholders name to one socket. */
export function linkSockets(directory: string, url: string): void {
  for (const number of sockets) symlinkSync(url.slice('unix://'.length), join(directory, `socket-${number}`))
}
