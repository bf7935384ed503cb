import { readFileSync } from 'node:fs'
import { quietly } from '../errors.ts'

/**
 * The flags of a process that it was not meant to have, as a command that starts another program may add them; none where
 * the system does not tell what it runs.
 * @param given what it was meant to have, as its command takes it and as it takes it itself
 */
export function addedFlags(pid: number, given: readonly string[]): readonly string[] {
  const words = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '').split('\0')
  const known = new Set(given)
  // A command may write a flag and its value as two words.
  const isNamed = (flag: string): boolean => given.some((one) => one.startsWith(`${flag}=`))
  return words.filter((word) => /^--[a-z]/.test(word) && !known.has(word) && !isNamed(word))
}
