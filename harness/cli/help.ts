import { exitCodes } from './exit.ts'

/** What stands under the options of a command's help. */
interface Help {
  /** A command line and what it is for. */
  readonly examples: readonly (readonly [line: string, why: string])[]
  /** Those with which it ends, in its own words where they are not a run's. */
  readonly exits: Partial<Readonly<Record<keyof typeof exitCodes, string>>>
}

const faults = {
  usage: 'the command line is wrong',
  configFault: 'the target file, the baseline or the machine is wrong',
  harnessFault: 'a fault of the harness; please report it',
} as const

const ofRun = {
  conformant: 'nothing is broken in what was judged',
  nonconformant: 'a rule is broken',
  ...faults,
  incomplete: 'nothing was selected, or something was not judged',
  crashed: 'the implementation crashed or never became ready',
  stale: 'an entry of the known failures passes now, matches nothing or has expired',
  inconclusive: 'the machine was too slow to tell',
  interrupted: 'interrupted; the results so far are written',
} as const

const helps: Readonly<Record<string, Help>> = {
  run: {
    examples: [
      ['run', 'judge the bundled reference'],
      ['run --target acme.yaml --baseline baseline.yaml', 'gate on what is not known to fail'],
      ["run --target acme.yaml --only 'authn.jwt.*'", 'one area'],
      ['run --target acme.yaml --max-failures 5', 'stop early'],
      ['run --target acme.yaml --rerun-failed out', 'what was red in out, into out/rerun'],
      ['run --target acme.yaml --shard 1/4 --out out/1', 'a quarter; report --merge joins all four'],
      ['run --role node-agent -- ./bin/orchlet --verbose', 'a command, in place of a target file'],
    ],
    exits: ofRun,
  },
  list: {
    examples: [
      ['list', 'everything that the documents say'],
      ["list --json --profile node-agent | jq '.[].id'", 'the ids of a profile'],
    ],
    exits: { conformant: 'listed', usage: faults.usage, harnessFault: faults.harnessFault },
  },
  explain: {
    examples: [
      ['explain authn.jwt.iss-equals-issuer-url', 'a rule'],
      ['explain authn.jwt', 'the rules whose ids begin so'],
    ],
    exits: { conformant: 'explained', usage: 'there is no such rule', harnessFault: faults.harnessFault },
  },
  doctor: {
    examples: [['doctor --target acme.yaml', 'before the first run']],
    exits: {
      conformant: 'every edge works',
      ...faults,
      configFault: 'an edge fails, or the target file is wrong',
      interrupted: 'interrupted',
    },
  },
  mock: {
    examples: [
      ['mock oidc-issuer webhook-authorizer', 'two peers; Ctrl+C ends them'],
      ['mock etcd --port 2379 --format json', 'what it is asked, an object per line'],
    ],
    exits: { conformant: 'ended by Ctrl+C', ...faults },
  },
  prove: {
    examples: [["prove --only 'authn.jwt.*'", 'the faults that these rules claim']],
    exits: {
      conformant: 'each fault breaks exactly what claims to see it',
      nonconformant: 'a fault breaks something else, or nothing',
      ...faults,
      interrupted: 'interrupted',
    },
  },
  report: {
    examples: [
      ['report out', 'a finished run once more; ends as that run did'],
      ['report out --format markdown >> "$GITHUB_STEP_SUMMARY"', 'a step’s summary'],
      ['report yesterday today', 'verdicts, observations and answers that differ'],
      ['report ours theirs --format html > difference.html', 'two implementations, as a page'],
      ['report monday tuesday wednesday', 'what changed over several runs, and when'],
      ['report --merge out/1 out/2 --out out/all', 'the shards of one run'],
    ],
    exits: {
      conformant: 'of a run: it is green; of two: nothing is worse',
      nonconformant: 'of a run: a rule is broken; of two: something is worse',
      usage: 'the command line is wrong, there is no run, or the shards are not of one run',
      incomplete: ofRun.incomplete,
      crashed: ofRun.crashed,
      harnessFault: faults.harnessFault,
      stale: ofRun.stale,
      inconclusive: ofRun.inconclusive,
      interrupted: 'the run was interrupted',
    },
  },
  baseline: {
    examples: [
      ['baseline update', 'list what is red in out, in baseline.yaml'],
      [
        'baseline update out/all --baseline ci/known.yaml --expires 2027-03-31',
        'of another run, until a day',
      ],
    ],
    exits: {
      conformant: 'written',
      usage: 'the command line is wrong, or the run is not a whole one',
      configFault: 'the file cannot be read or written',
    },
  },
  shrink: {
    examples: [['shrink out/repro/CHECK --tries 30', 'with nothing that its verdict does not need']],
    exits: ofRun,
  },
  certify: {
    examples: [
      [
        'certify --target acme.yaml --profile apiserver-states --make-key acme.key',
        'a bundle in out/certificate, signed',
      ],
    ],
    exits: { ...ofRun, conformant: 'certified' },
  },
  verify: {
    examples: [['verify acme-certificate --trust THUMBPRINT', 'a bundle, and who signed it']],
    exits: { conformant: 'everything fits', nonconformant: 'something does not fit', ...faults },
  },
  challenge: {
    examples: [['challenge CHECK --run out', 'a form that disputes what a check came to']],
    exits: { conformant: 'written', usage: faults.usage, harnessFault: faults.harnessFault },
  },
  completion: {
    examples: [
      ['completion bash > /etc/bash_completion.d/orch-conformance', 'for bash'],
      ["completion zsh > '${fpath[1]}/_orch-conformance'", 'for zsh'],
      ['completion fish > ~/.config/fish/completions/orch-conformance.fish', 'for fish'],
    ],
    exits: { conformant: 'written', usage: faults.usage },
  },
}

/** Examples and exit codes of a command, for the end of its help; nothing of one that says so itself. */
export function helpOf(tool: string, command: string): string {
  const help = helps[command]
  if (help === undefined) return ''
  const widest = Math.max(...help.examples.map(([line]) => line.length))
  const examples = help.examples.map(([line, why]) => `  ${tool} ${line.padEnd(widest)}  ${why}`)
  const exits = Object.entries(exitCodes).flatMap(([name, code]) => {
    const why = help.exits[name as keyof typeof exitCodes]
    return why === undefined ? [] : [`  ${String(code).padEnd(4)} ${why}`]
  })
  return ['', 'Examples:', ...examples, '', 'Exit codes:', ...exits].join('\n')
}
