import type { Command } from 'commander'
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ExcludedRule, type Rule, evidenceFolder } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import { profiles } from '../profiles.ts'
import { setOption } from './line/options.ts'
import type { CertifyOptions, VerifyOptions } from './certify.ts'
import { exitCodes } from './line/exit-codes.ts'
import type { Product } from '../run/product.ts'
import type { CommandLine } from './repro-commands.ts'
import {
  parseExport,
  parsePositiveInteger,
  appendProfile,
  appendTrustedKey,
  parseTime,
} from './line/values.ts'

const defaultDays = 365
const exportOption = [
  '--export <cncf=dir>',
  'write the files that the conformance programs of the CNCF take into this directory',
  parseExport,
] as const

/** Adds `certify`, `verify`, `rejudge` and `challenge`. Their modules are loaded when one of these commands runs. */
export function addCertificateCommands(
  line: Omit<CommandLine, 'withTarget'> & {
    /** Adds the options of a command that tests a program, with its default output directory. */
    readonly withRun: (command: Command, out: string) => Command
    readonly isInScope: (rule: Rule | ExcludedRule) => boolean
  },
): void {
  const { program, product, argv, withRun, endWith, isInScope } = line
  withRun(program.command('certify'), 'out/certificate')
    .description('run whole profiles and sign the results')
    .argument('[command...]', 'after --, the command that starts the program under test')
    .option('--profile <name>', `profile to certify: ${profiles.join(', ')}; repeatable`, appendProfile)
    .option(
      setOption[0],
      'certify this frozen set of the standard (default: the one that equals the present rules, if there is one)',
    )
    .option('--key <file>', 'private key for the signature: PEM, Ed25519 or P-256')
    .option('--make-key <file>', 'create a key (Ed25519) and write it to this file')
    .option('--valid-days <n>', 'validity in days', parsePositiveInteger, defaultDays)
    .option('--exclusions <file>', 'published list of excluded checks')
    .option(...exportOption)
    .option('--seed <n>', 'seed for generated data', parsePositiveInteger, 1)
    .action(async (command: string[], options: CertifyOptions, self: Command) => {
      const { certifyCommand } = await import('./certify.ts')
      const { detectTarget } = await import('./targets/command-line-target.ts')
      const isGiven = self.getOptionValueSource('target') === 'cli'
      const detectedOptions = await detectTarget(options, command, isGiven, (line) =>
        process.stderr.write(`${line}\n`),
      )
      endWith(await certifyCommand(detectedOptions, { product, command, argv, isInScope }))
    })
  program
    .command('verify')
    .description('verify a signed bundle offline')
    .argument('<bundle>', 'output directory of certify')
    .option(
      '--trust <key>',
      'trusted key: its thumbprint (RFC 7638), or the path of its public key in PEM; repeatable',
      appendTrustedKey,
    )
    .option('--revoked <file>', 'revocation list: certificate digests and key thumbprints, one per line')
    .option('--exclusions <file>', 'published list of excluded checks')
    .option('--at <time>', 'verify as of this time (ISO 8601)', parseTime)
    .option('--against <bundle>', 'show how it differs from this earlier bundle')
    .option(...exportOption)
    .option('--rejudge', 'also compute the verdicts again from the records', false)
    .option('--json', 'print JSON', false)
    .action(async (bundle: string, options: VerifyOptions) => {
      const { verifyCommand } = await import('./certify.ts')
      endWith(await verifyCommand(bundle, options, product))
    })
  program
    .command('rejudge')
    .description('compute the verdicts of a run again from its records, without the program')
    .argument('<run>', 'output directory of run or certify')
    .option('--json', 'print JSON', false)
    .action(async (runDirectory: string, options: { json: boolean }) => {
      const { rejudgeCommand } = await import('./results/rejudge.ts')
      endWith(await rejudgeCommand(runDirectory, options, product))
    })
  program
    .command('challenge')
    .description('write a dispute form for a check of a run')
    .argument('<check>', 'check id')
    .option('--run <dir>', 'output directory of the run', 'out')
    .option('--out <file>', 'file to write (default: challenge-CHECK.md)')
    .action(async (check: string, options: { run: string; out?: string }) => {
      await challenge(check, options, product)
      endWith(exitCodes.conformant)
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
  if (existsSync(out)) throw new HarnessError('usage', `${out} already exists. Give another --out.`)
  writeFileSync(out, text)
  process.stdout.write(`Wrote ${out}. Complete the fields marked FILL.\n`)
}
