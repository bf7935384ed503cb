import { exitCodes } from './exit-codes.ts'

/** Text below the options of a command's help. */
export interface Help {
  /** Command lines with their purpose. */
  readonly examples: readonly (readonly [line: string, why: string])[]
  /** Exit codes of the command, with a text if the meaning differs from a run. */
  readonly exits: Partial<Readonly<Record<keyof typeof exitCodes, string>>>
}

const faultExits = {
  usage: 'the command line is wrong',
  configFault: 'the target file, the baseline or the environment is wrong',
  harnessFault: 'internal error of the harness; please report it',
} as const

/** Descriptions of the exit codes of a run. */
export const runExits = {
  conformant: 'no selected rule is broken',
  nonconformant: 'a rule is broken',
  ...faultExits,
  incomplete: 'nothing was selected, or some checks could not be judged',
  crashed: 'the implementation crashed or never became ready',
  stale: 'a baseline entry or known deviation is stale: it passes, matches nothing or has expired',
  inconclusive: 'some checks are inconclusive or unstable',
  interrupted: 'interrupted; partial results were written',
} as const

// Exit codes of a finished run that is rendered again.
const finishedExits = {
  ...runExits,
  usage: 'the command line is wrong, or the directory contains no run',
  configFault: 'a file cannot be written, or --reporter names no reporter',
  interrupted: 'the run was interrupted',
} as const

const severalRunsExits = {
  conformant: 'no regression',
  nonconformant: 'a regression',
  usage: 'the command line is wrong, or a directory contains no run',
  harnessFault: faultExits.harnessFault,
} as const

/** Examples and exit codes by command. */
export const helps: Readonly<Record<string, Help>> = {
  run: {
    examples: [
      ['run', 'test the bundled reference'],
      ['run --target acme.yaml --baseline baseline.yaml', 'fail on new failures only'],
      ["run --target acme.yaml --only 'authn.jwt.*'", 'one area'],
      ['run --target acme.yaml --grep "discovery URL"', 'checks by their title or rule text'],
      ['run --target acme.yaml --max-failures 5', 'stop early'],
      ['run --target acme.yaml --watch --watch-path build', 'again at every change'],
      ['run --target acme.yaml --last-failed', 'the checks that failed last time'],
      ['run --target acme.yaml --rerun-failed out', 'failed checks of out, into out/rerun'],
      ['run --target acme.yaml --record-reach reach.json', 'which checks reach which code'],
      ['run --target acme.yaml --since reach.json --diff my.diff', 'checks that reach a change, then others'],
      ['run --target acme.yaml --reporter ./mine.mjs', 'events to a reporter of your own'],
      ['run --target acme.yaml --shard 1/4 --out out/1', 'one of four shards; merge merges them'],
      ['run --role node-agent -- ./bin/orchlet --verbose', 'a command instead of a target file'],
    ],
    exits: runExits,
  },
  list: {
    examples: [
      ['list', 'all rules'],
      ["list --only 'authn.jwt.*'", 'one area'],
      ['list --ids --profile node-agent', 'the ids of a profile'],
      ['list --pages rules --run out', 'a page per section, with the results of a run'],
    ],
    exits: { conformant: 'listed', usage: faultExits.usage, harnessFault: faultExits.harnessFault },
  },
  explain: {
    examples: [
      ['explain authn.jwt.iss-equals-issuer-url', 'a rule'],
      ['explain authn.jwt', 'all rules with this id prefix'],
      ['explain authn.jwt.iss-equals-issuer-url --run out/nightly', 'a rule with the results of that run'],
    ],
    exits: { conformant: 'explained', usage: 'there is no such rule', harnessFault: faultExits.harnessFault },
  },
  doctor: {
    examples: [
      ['doctor --target acme.yaml', 'before the first run'],
      ['doctor --write acme.yaml -- ./acme-apiserver', 'write a first target file'],
      [
        'doctor --from-manifest kube-apiserver.yaml -- ./kube-apiserver-1.36',
        'which of its flags that version does not take',
      ],
      ['doctor --write acme.yaml --like k3s -- ./acme', 'one for a distribution like k3s'],
    ],
    exits: {
      conformant: 'all preflight checks pass',
      ...faultExits,
      configFault: 'a preflight check fails, or the target file is wrong',
      interrupted: 'interrupted',
    },
  },
  mock: {
    examples: [
      ['mock oidc-issuer webhook-authorizer', 'two peers; Ctrl+C stops them'],
      ['mock etcd --port 2379 --format json', 'log requests as JSON, one object per line'],
    ],
    exits: { conformant: 'stopped by Ctrl+C', ...faultExits },
  },
  prove: {
    examples: [["prove --only 'authn.jwt.*'", 'the faults that checks of these rules claim to detect']],
    exits: {
      conformant: 'each fault fails exactly the checks that claim to detect it',
      nonconformant: 'a fault fails other checks, or none',
      ...faultExits,
      interrupted: 'interrupted',
    },
  },
  report: {
    examples: [
      ['report out', 're-render a run; exits with its code'],
      ['report out --format markdown >> "$GITHUB_STEP_SUMMARY"', 'job summary'],
      ['report out --reporter ./mine.mjs', 'by a reporter of your own'],
    ],
    exits: finishedExits,
  },
  compare: {
    examples: [
      ['compare yesterday today', 'differences in verdicts, observations and responses'],
      ['compare ours theirs --format html > difference.html', 'two implementations, as HTML'],
      [
        'compare --generate 1000 --target kubernetes --target theirs.yaml',
        'the same generated files on two implementations',
      ],
      ['compare --matrix k8s-1.34 k8s-1.36 reference --out matrix', 'a site; open matrix/index.html'],
      ['compare --collect list.yaml --out matrix', 'the same, from results of other projects'],
    ],
    exits: {
      ...severalRunsExits,
      conformant: 'no regression, or the matrix was written',
      nonconformant: 'a regression, or a result of the list does not verify',
      configFault: 'the list is wrong, or none of its results can be used',
      stale: 'an entry of the triage file has no failure',
    },
  },
  trend: {
    examples: [
      ['trend monday tuesday wednesday', 'what changed, in which run, and which checks are flaky'],
      ['trend monday tuesday wednesday --format html > trend.html', 'the same, as HTML'],
    ],
    exits: severalRunsExits,
  },
  merge: {
    examples: [['merge out/1 out/2 --out out/all', 'two shards; exits with the code of the whole run']],
    exits: {
      ...finishedExits,
      usage: 'the command line is wrong, a directory contains no run, or the shards belong to different runs',
    },
  },
  baseline: {
    examples: [
      ['baseline update', 'write the failures of out to baseline.yaml'],
      [
        'baseline update out/all --baseline ci/known.yaml --expires 2027-03-31',
        'another run, with a last day',
      ],
    ],
    exits: {
      conformant: 'written',
      usage: 'the command line is wrong, or the run is not complete',
      configFault: 'the file cannot be read or written',
    },
  },
  shrink: {
    examples: [['shrink out/repro/CHECK --tries 30', 'minimize a reproduction']],
    exits: runExits,
  },
  certify: {
    examples: [
      [
        'certify --target acme.yaml --profile apiserver-states --make-key acme.key',
        'run, sign, and write the bundle to out/certificate',
      ],
    ],
    exits: { ...runExits, conformant: 'certified' },
  },
  verify: {
    examples: [
      ['verify acme-certificate --trust acme.pub', 'verify a bundle and its signer'],
      ['verify new --against old', 'what changed since an earlier certificate'],
      ['verify acme-certificate --export cncf=v1.34/acme', 'files for a conformance program of the CNCF'],
    ],
    exits: { conformant: 'valid', nonconformant: 'not valid', ...faultExits },
  },
  rejudge: {
    examples: [
      ['rejudge out', 'the verdicts of a run, computed from its records'],
      ['rejudge acme-certificate --json', 'the same of a bundle, with every check'],
    ],
    exits: {
      conformant: 'verdicts and records agree',
      nonconformant: 'they do not agree',
      ...faultExits,
      incomplete: 'there are no results',
    },
  },
  bisect: {
    examples: [
      [
        'bisect authn.anonymous.identity --target kubernetes --good build/1/kube-apiserver --bad build/2/kube-apiserver --bad build/3/kube-apiserver',
        'the first of builds 2 and 3 in which the rule fails',
      ],
    ],
    exits: {
      conformant: 'found',
      ...faultExits,
      usage: 'the command line is wrong, or the builds do not begin good and end bad',
      inconclusive: 'a build is neither good nor bad',
      interrupted: 'interrupted',
    },
  },
  challenge: {
    examples: [['challenge CHECK --run out', 'write a dispute form']],
    exits: { conformant: 'written', usage: faultExits.usage, harnessFault: faultExits.harnessFault },
  },
  completion: {
    examples: [
      ['completion bash > /etc/bash_completion.d/orch-conformance', 'for bash'],
      ["completion zsh > '${fpath[1]}/_orch-conformance'", 'for zsh'],
      ['completion fish > ~/.config/fish/completions/orch-conformance.fish', 'for fish'],
    ],
    exits: { conformant: 'written', usage: faultExits.usage },
  },
}

/** Returns the examples and exit codes for the end of a command's help; empty for a command that prints its own help. */
export function helpOf(tool: string, command: string): string {
  const commandHelp = helps[command]
  if (commandHelp === undefined) return ''
  const maxExampleLength = Math.max(...commandHelp.examples.map(([line]) => line.length))
  const examples = commandHelp.examples.map(
    ([line, why]) => `  ${tool} ${line.padEnd(maxExampleLength)}  ${why}`,
  )
  const exitLines = Object.entries(exitCodes).flatMap(([name, code]) => {
    const meaning = commandHelp.exits[name as keyof typeof exitCodes]
    return meaning === undefined ? [] : [`  ${String(code).padEnd(4)} ${meaning}`]
  })
  return ['', 'Examples:', ...examples, '', 'Exit codes:', ...exitLines].join('\n')
}
