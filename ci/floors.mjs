// The floors of the rooms, from the ground up: a folder imports only from floors below its own, in `harness` types as
// well as values. oxlint.config.mjs makes the linter's rules of
// this table.
import { posix } from 'node:path'

/** Each floor with its folders; `.` is the room's own folder, without what is below it. */
export const floors = {
  harness: [
    // The words that everything shares: errors, roles, verdicts, the catalogue, events, time.
    ['.'],
    // Formats and wires, none of which knows another.
    ['at-rest', 'cause', 'certificates', 'client', 'evidence', 'input', 'reaper', 'yaml'],
    // What the machine can do, and how late it is. What an implementation is called, and how it spells things.
    ['machine', 'dialect'],
    ['dialect/kubernetes/deviations'],
    ['dialect/kubernetes'],
    // What is judged, and its programs: started, watched, ended.
    ['target'],
    ['launch/reach'],
    ['launch'],
    // One check by itself; what a program is given a host name or mounts of its own by.
    ['repro', 'launch/namespaces'],
    // What a check is made of.
    ['check'],
    // What checks are written with: rules about time, drawn cases, the programs of each role.
    ['observe', 'generate', 'programs'],
    // What plans and runs checks, and what is known of failures.
    ['baseline'],
    ['engine'],
    // Judging: session, header, recorder, interrupts, the output directory.
    ['run'],
    ['prove'],
    ['mutants'],
    // What command lines are made of. What is made of runs that are over; peers alone. A file per command.
    ['cli/line'],
    ['cli/results', 'cli/mock', 'cli/mutants'],
    ['cli'],
  ],
  'mocks/api-server': [['model', 'resources'], ['storage', 'patches'], ['objects'], ['requests'], ['.']],
  'reference/apiserver': [
    // What objects, requests and callers are; expressions; the forms of files.
    ['api', 'cel', 'serving', 'config/egress', 'config/encryption'],
    ['enablement', 'audit', 'authorization/webhook'],
    ['flags'],
    ['config', 'authentication/jwt', 'faults'],
    [
      'config/authentication',
      'config/authorization',
      'authentication/service-accounts',
      'egress',
      'encryption',
    ],
    ['admission', 'authentication', 'authorization', 'proxy', 'storage', 'tracing'],
    ['aggregator', 'peers', 'services'],
    ['objects'],
    ['cluster'],
    // Requests, from the wire to all of the above.
    ['http'],
    ['lifecycle'],
    ['.'],
  ],
}

/** The layers: what no file of a room imports, tests included. */
const layers = {
  harness: ['mocks', 'suites', 'reports', 'reference', 'bin', 'api'],
  mocks: ['suites', 'reports', 'reference', 'bin', 'api'],
  reference: ['harness', 'mocks', 'suites', 'reports', 'bin'],
  api: ['suites', 'reference', 'bin'],
}

/** What no import of a layer may name, whether it is of a type or of a value. */
function elsewhere(layer) {
  return {
    regex: `^(?:#|(?:\\.\\./)+)(?:${layers[layer].join('|')})/`,
    message:
      'Layers: harness, mocks, suites, reports. A later one may import an earlier one; reference stands alone.',
  }
}

/** What a folder must not import by value, as the beginnings of its specifiers. */
export function forbidden(room, folder) {
  const all = floors[room]
  const own = all.findIndex((floor) => floor.includes(folder))
  const above = all
    .slice(own)
    .flat()
    .filter((other) => other !== folder)
  return above.map((other) => {
    const relative = posix.relative(posix.join(room, folder), posix.join(room, other))
    return relative.startsWith('.') ? relative : `./${relative}`.replace(/\/$/, '')
  })
}

/** The overrides of the linter's configuration. */
export function rules() {
  const rule = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })
  const layered = Object.keys(layers).map((layer) => ({
    files: [`${layer}/**`],
    rules: rule(elsewhere(layer)),
  }))
  const floored = Object.keys(floors).flatMap((room) =>
    floors[room].flat().map((folder) => floorRule(room, folder)),
  )
  return [...layered, ...floored]

  function floorRule(room, folder) {
    const starts = forbidden(room, folder).map((start) => start.replaceAll('.', '\\.'))
    const above = {
      regex: `^(?:${starts.join('|')})/[^/]+$`,
      allowTypeImports: room !== 'harness',
      message: `${posix.join(room, folder)} imports only from floors below it: see ci/floors.mjs.`,
    }
    return {
      files: [posix.join(room, folder, '*.ts')],
      excludeFiles: ['**/*.test.ts', '**/*.test-support.ts'],
      rules: rule(elsewhere(room.split('/')[0]), ...(starts.length === 0 ? [] : [above])),
    }
  }
}
