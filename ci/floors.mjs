// Levels of the folders of each room, from the lowest up. A folder imports only from lower levels, in `harness` types
// as well as values. oxlint.config.mjs derives the linter's rules from this table.
import { posix } from 'node:path'

/** Each level with its folders; `.` is the room's folder itself, without its subfolders. */
export const floors = {
  harness: [
    // Shared terms: errors, roles, verdicts, the catalogue, events, time.
    ['.'],
    // Formats and protocols, which do not depend on each other.
    ['cause', 'certificates', 'client', 'evidence', 'input', 'reaper', 'situations', 'standard', 'yaml'],
    // Features and lateness of the machine. Names and spellings of an implementation.
    ['machine', 'dialect'],
    // Attempts to leave a separate network.
    ['dialect/kubernetes/deviations', 'machine/leaving'],
    ['dialect/kubernetes'],
    // The target, and its programs: started, watched, ended.
    ['target'],
    ['launch/reach'],
    ['launch'],
    // Reproduction of one check. Namespaces that give a program a host name or mounts.
    ['repro', 'launch/namespaces'],
    // Parts of a check.
    ['check'],
    // Tools for writing checks: rules about time, drawn cases, the programs of each role.
    ['observe', 'generate', 'programs'],
    // Parts of the lower floors that suites may import.
    ['kit'],
    // Planning and running of checks, and the known failures. Results of other pipelines. Code that checks reach.
    ['baseline', 'collect', 'reach'],
    ['engine'],
    // Judging: session, header, recorder, interrupts, the output directory.
    ['run'],
    ['prove'],
    ['mutants'],
    // Parts of command lines. The catalogue; output of finished runs; peers alone; selection of the target. A file per
    // command.
    ['cli/line'],
    ['cli/catalogue', 'cli/results', 'cli/mock', 'cli/mutants', 'cli/targets'],
    ['cli'],
  ],
  'mocks/api-server': [['model', 'resources'], ['storage', 'patches'], ['objects'], ['requests'], ['.']],
  'reference/apiserver': [
    // Objects, requests and callers; expressions; formats of files.
    ['api', 'cel', 'serving', 'config/egress', 'config/encryption'],
    ['enablement', 'audit', 'authorization/webhook'],
    ['flags'],
    ['config', 'authentication/jwt'],
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
    // Requests, from the connection to all of the above.
    ['http'],
    ['lifecycle'],
    ['.'],
  ],
}

/** For each layer, the folders that its files must not import, tests included. */
const layers = {
  harness: ['documents', 'mocks', 'suites', 'reports', 'reference', 'bin', 'api'],
  documents: ['mocks', 'suites', 'reports', 'reference', 'bin', 'api'],
  mocks: ['documents', 'suites', 'reports', 'reference', 'bin', 'api'],
  reference: ['harness', 'documents', 'mocks', 'suites', 'reports', 'bin'],
  api: ['suites', 'reference', 'bin'],
}

/** Returns the imports that are forbidden in a layer, of types and of values. */
export function forbiddenLayer(layer) {
  return {
    regex: `^(?:#|(?:\\.\\./)+)(?:${layers[layer].join('|')})/`,
    message:
      'Layers: harness, documents, mocks, suites, reports. A later one may import an earlier one; reference stands alone.',
  }
}

/** Returns the folders that a folder must not import values from, as beginnings of specifiers. */
export function forbiddenFolders(room, folder) {
  const levels = floors[room]
  const ownLevel = levels.findIndex((floor) => floor.includes(folder))
  const higherFolders = levels
    .slice(ownLevel)
    .flat()
    .filter((other) => other !== folder)
  return higherFolders.map((other) => {
    const relative = posix.relative(posix.join(room, folder), posix.join(room, other))
    return relative.startsWith('.') ? relative : `./${relative}`.replace(/\/$/, '')
  })
}

/** Returns the overrides of the linter's configuration. */
export function rules() {
  const rule = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })
  const layerOverrides = Object.keys(layers).map((layer) => ({
    files: [`${layer}/**`],
    rules: rule(forbiddenLayer(layer)),
  }))
  const floorOverrides = Object.keys(floors).flatMap((room) =>
    floors[room].flat().map((folder) => floorRule(room, folder)),
  )
  return [...layerOverrides, ...floorOverrides]

  function floorRule(room, folder) {
    const starts = forbiddenFolders(room, folder).map((start) => start.replaceAll('.', '\\.'))
    const importPattern = {
      regex: `^(?:${starts.join('|')})/[^/]+$`,
      allowTypeImports: room !== 'harness',
      message: `${posix.join(room, folder)} imports only from floors below it: see ci/floors.mjs.`,
    }
    return {
      files: [posix.join(room, folder, '*.ts')],
      excludeFiles: ['**/*.test.ts'],
      rules: rule(forbiddenLayer(room.split('/')[0]), ...(starts.length === 0 ? [] : [importPattern])),
    }
  }
}
