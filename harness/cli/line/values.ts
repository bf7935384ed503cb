import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../engine/shards.ts'
import { messageOf } from '../../errors.ts'
import { nearest } from '../../nearest.ts'
import { isProfile, type Profile, profiles } from '../../profiles.ts'

// Parsers of option values from the command line. Each throws an error that commander reports for the option.

/** Appends a value of an option that may be repeated. */
export function append(value: string, previousValues: readonly string[] | undefined): string[] {
  return [...(previousValues ?? []), value]
}

/** Appends a case-insensitive regular expression. */
export function appendPattern(value: string, previousValues: readonly string[] | undefined): string[] {
  try {
    new RegExp(value, 'iu')
  } catch (thrown) {
    throw new InvalidArgumentError(`give a regular expression (${messageOf(thrown)}).`)
  }
  return [...(previousValues ?? []), value]
}

/** Appends a profile. */
export function appendProfile(value: string, previousValues: readonly Profile[] | undefined): Profile[] {
  if (isProfile(value)) return [...(previousValues ?? []), value]
  const suggestion = nearest(value, profiles)
  throw new InvalidArgumentError(
    suggestion === undefined ? `give one of ${profiles.join(', ')}.` : `did you mean ${suggestion}?`,
  )
}

/** Appends a trusted key: its thumbprint, which is a SHA-256 in base64url (RFC 7638), or the path of its public key. */
export function appendTrustedKey(value: string, previousValues: readonly string[] | undefined): string[] {
  if (/^[\w-]{43}$/.test(value) || existsSync(value)) return append(value, previousValues)
  throw new InvalidArgumentError(
    'a thumbprint of a key has 43 characters (SHA-256 in base64url, RFC 7638; certify prints it), and there is no file with this name.',
  )
}

/** A form of a certificate for a conformance program, and the folder where it is written. */
export interface Export {
  readonly kind: 'cncf'
  readonly directory: string
}

/** Parses a form of a certificate and its folder: `cncf=DIR`. */
export function parseExport(value: string): Export {
  const [, directory] = /^cncf=(.+)$/.exec(value) ?? []
  if (directory === undefined) throw new InvalidArgumentError('give cncf=DIR, the only form there is.')
  return { kind: 'cncf', directory }
}

function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number.')
  return Number(text)
}

const highestPort = 65_535

/** Parses a TCP port; 0 selects a free port. */
export function parsePort(text: string): number {
  const value = parseWholeNumber(text)
  if (value > highestPort) throw new InvalidArgumentError(`give a port from 0 to ${highestPort}.`)
  return value
}

/** Parses a whole number from 1. */
export function parsePositiveInteger(text: string): number {
  const value = parseWholeNumber(text)
  if (value < 1) throw new InvalidArgumentError('give a number of at least 1.')
  return value
}

/** Parses a shard: `I/N`. */
export function parseShard(text: string): Shard {
  const [, index = '0', of = '0'] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('give I/N with 1 <= I <= N.')
  return { index: Number(index), of: Number(of) }
}

/** Parses a future day: `2027-03-31`. */
export function parseDay(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59Z`) : Number.NaN
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new InvalidArgumentError('give a day, such as 2027-03-31.')
  if (time < Date.now()) throw new InvalidArgumentError('that day is over.')
  return text
}

/** Parses a time: `2027-01-31T00:00:00Z`. */
export function parseTime(text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('give a time such as 2027-01-31T00:00:00Z.')
  return date
}
