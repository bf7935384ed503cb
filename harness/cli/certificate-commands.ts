import type { Command } from 'commander'
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ExcludedRule, type Rule, evidenceFolder } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import { profiles } from '../profiles.ts'
import type { CertifyOptions, VerifyOptions } from './certify.ts'
import { exitCodes } from './exit.ts'
import type { Product } from '../run/product.ts'
import type { CommandLine } from './repro-commands.ts'
import { append, positiveInteger, profile, time } from './values.ts'

const usualDays = 365

/** Adds `certify`, `verify` and `challenge`; what they do is loaded when one of them runs. */
export function addCertificateCommands(
  line: Omit<CommandLine, 'withTarget'> & {
    /** Adds the options of what judges, with where the results go by default. */
    readonly withRun: (command: Command, out: string) => Command
    readonly within: (rule: Rule | ExcludedRule) => boolean
  },
): void {
  const { program, product, argv, withRun, ended, within } = line
  withRun(program.command('certify'), 'out/certificate')
    .description('run whole profiles and sign the results as a bundle')
    .argument('[command...]', 'after --, the command of the program to judge')
    .option('--profile <name>', `what is claimed: ${profiles.join(', ')}; repeatable`, profile)
    .option('--key <file>', 'the private key that signs, PEM, Ed25519 or P-256')
    .option('--make-key <file>', 'make a key (Ed25519) and keep it there')
    .option('--valid-days <n>', 'how long the certificate counts', positiveInteger, usualDays)
    .option('--exclusions <file>', 'the published list of checks that do not count')
    .option('--seed <n>', 'seed of generated data', positiveInteger, 1)
    .action(async (command: string[], options: CertifyOptions) => {
      const { certifyCommand } = await import('./certify.ts')
      ended(await certifyCommand(options, { product, command, argv, within }))
    })
  program
    .command('verify')
    .description('tell whether a bundle is as it was signed, and what does not fit; needs no network')
    .argument('<bundle>', 'the directory that certify wrote')
    .option('--trust <thumbprint>', 'a key that may sign (RFC 7638); repeatable', append)
    .option('--revoked <file>', 'certificates and keys that count no longer, one a line')
    .option('--exclusions <file>', 'the published list of checks that do not count')
    .option('--at <time>', 'judge as of this time (ISO 8601)', time)
    .option('--json', 'as JSON', false)
    .action(async (bundle: string, options: VerifyOptions) => {
      const { verifyCommand } = await import('./certify.ts')
      ended(await verifyCommand(bundle, options, product))
    })
  program
    .command('challenge')
    .description('write a filled form that disputes a check of a run')
    .argument('<check>', 'the id of a check')
    .option('--run <dir>', 'the results of the run', 'out')
    .option('--out <file>', 'the file to write (default: challenge-CHECK.md)')
    .action(async (check: string, options: { run: string; out?: string }) => {
      await challenge(check, options, product)
      ended(exitCodes.conformant)
    })
}

async function challenge(
  check: string,
  { run, out = `challenge-${evidenceFolder(check)}.md` }: { readonly run: string; readonly out?: string },
  product: Product,
): Promise<void> {
  const reports = await product.reports()
  const events = await reports.read(resolve(run))
  const text = (await reports.certificates()).challenge(resolve(run), events, check)
  if (existsSync(out)) throw new HarnessError('usage', `${out} is there already. Give another --out.`)
  writeFileSync(out, text)
  process.stdout.write(`${out} is written. What it still needs of you is marked FILL.\n`)
}
