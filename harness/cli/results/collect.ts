import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { HarnessError, messageOf } from '../../errors.ts'
import { download, isUrl } from '../../collect/download.ts'
import { loadList, type LoadedList } from '../../collect/load.ts'
import type { ListedResult } from '../../collect/schema.ts'
import { readChunks } from '../../input/read.ts'
import type { CollectedResult, Product } from '../../run/product.ts'
import { type ExitCode, exitCodes } from '../line/exit-codes.ts'

/** Files of a bundle that are downloaded: the signed list of its digests, and the results. */
const downloadedFiles = { certificate: 'certificate.json', events: 'events.jsonl' } as const

/**
 * Writes the matrix of the results in a list. A result that does not verify is refused: it is not in the matrix, and the
 * exit code is 1. A triage entry without a failure is stale: the exit code is 7.
 */
export async function collectCommand(
  file: string,
  { out, runs }: { readonly out: string; readonly runs: readonly string[] },
  product: Product,
): Promise<ExitCode> {
  if (runs.length > 0)
    throw new HarnessError('usage', '--collect takes its results from the list. Give no runs with it.')
  const list = loadList(file)
  const refusedEntries: string[] = []
  const implementations = []
  for (const { name, results } of list.implementations) {
    const verified: CollectedResult[] = []
    // Results are downloaded one at a time, because they may be large and their servers are shared.
    for (const result of results) {
      try {
        verified.push(await verifyResult(result, list, product))
      } catch (thrown) {
        if (!(thrown instanceof HarnessError)) throw thrown
        refusedEntries.push(`${result.location}: ${name} is refused: ${thrown.message}`)
      }
    }
    if (verified.length > 0) implementations.push({ name, results: verified })
  }
  for (const line of refusedEntries) process.stderr.write(`${line}\n`)
  if (implementations.length === 0)
    throw new HarnessError('config-fault', `No result of ${file} can be used, so there is no matrix.`)
  const reports = await product.reports()
  const { page, stale } = await reports.collect(out, {
    implementations,
    triage: list.triage,
    refused: refusedEntries,
  })
  for (const line of stale) process.stderr.write(`${line}\n`)
  process.stdout.write(`${page}\n`)
  if (refusedEntries.length > 0) return exitCodes.nonconformant
  return stale.length > 0 ? exitCodes.stale : exitCodes.conformant
}

async function verifyResult(
  result: ListedResult,
  { directory, redirects }: LoadedList,
  product: Product,
): Promise<CollectedResult> {
  const source = 'certificate' in result ? result.certificate : result.events
  const temporaryFolder = isUrl(source) ? mkdtempSync(join(tmpdir(), 'orch-collect-')) : undefined
  const limits = { redirects }
  try {
    const localPath = temporaryFolder ?? resolve(directory, source)
    if ('certificate' in result) {
      if (temporaryFolder !== undefined)
        for (const [kind, name] of Object.entries(downloadedFiles))
          await download(
            fileOf(source, name),
            join(localPath, name),
            kind as keyof typeof downloadedFiles,
            limits,
          )
      const onlyOption = temporaryFolder === undefined ? {} : { only: [downloadedFiles.events] }
      return await verifyCertificate(localPath, { from: source, keys: result.keys, ...onlyOption }, product)
    }
    const eventsPath = temporaryFolder === undefined ? localPath : join(localPath, downloadedFiles.events)
    if (temporaryFolder !== undefined) await download(source, eventsPath, 'events', limits)
    checkDigest(eventsPath, source, result.sha256)
    return { events: await (await product.reports()).read(eventsPath), from: source, signedBy: undefined }
  } finally {
    if (temporaryFolder !== undefined) rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

async function verifyCertificate(
  bundle: string,
  {
    from,
    keys,
    only,
  }: { readonly from: string; readonly keys: readonly string[]; readonly only?: readonly string[] },
  product: Product,
): Promise<CollectedResult> {
  const reports = await product.reports()
  const certificates = await reports.certificates()
  const { problems, signedBy } = await certificates.verify(bundle, {
    now: new Date(),
    keys,
    ...(only && { only }),
  })
  if (problems.length > 0)
    throw new HarnessError('config-fault', `the certificate at ${from} is not valid: ${problems.join(' ')}`)
  return { events: await reports.read(bundle), from, signedBy }
}

function checkDigest(file: string, from: string, expected: string): void {
  const hash = createHash('sha256')
  try {
    readChunks(file, 'events', (chunk) => hash.update(chunk), from)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    throw new HarnessError('config-fault', `${from} could not be read: ${messageOf(thrown)}.`, {
      cause: thrown,
    })
  }
  const actual = hash.digest('hex')
  if (actual !== expected)
    throw new HarnessError('config-fault', `the SHA-256 of ${from} is ${actual}, and ${expected} is listed.`)
}

function fileOf(folder: string, name: string): string {
  const url = new URL(folder)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return url.href
}
