import { forbiddenLayer, floors, rules } from './ci/floors.mjs'

const areas = {
  'suites/1-apiserver-configuration': [],
  'suites/2-controller-manager-configuration': [],
  'suites/3-command-line-flags/api-server': ['3-command-line-flags', 'node-agent', 'states'],
  'suites/3-command-line-flags/node-agent': ['3-command-line-flags', 'api-server', 'states'],
  'suites/3-command-line-flags/states': ['3-command-line-flags', 'api-server', 'node-agent'],
  'suites/doctor': [],
}
const tops = [
  '1-apiserver-configuration',
  '2-controller-manager-configuration',
  '3-command-line-flags',
  'doctor',
]

const tests = ['**/*.test.ts', '**/testing/**']
const layers = {
  group: ['#reports/**', '#suites/**', '**/reports/**', '**/reference/**', '**/bin/**'],
  message: 'Suites import harness and mocks, and each other by relative paths.',
}
const open = ['.', 'kit', 'programs', 'certificates']
const closed = floors.harness.flat().filter((folder) => !open.includes(folder))
const kit = {
  regex: `^#harness/(?:[^/]+$|(?:${[...closed, 'testing'].join('|')})/)`,
  message: 'Suites import the harness as #kit, programs and certificates: see harness/kit.',
}

/** The imports that suites of a folder may not have: those of later layers, of other folders, and of the harness's inside. */
function suitesIn(folder, others, message) {
  const apartFrom = { regex: `^\\.\\./(.*/)?(${others.join('|')})/`, message }
  const rules = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })
  return [
    { files: [`${folder}/**`], excludeFiles: tests, rules: rules(layers, apartFrom, kit) },
    { files: tests.map((name) => `${folder}/${name}`), rules: rules(layers, apartFrom) },
  ]
}

const apart = 'Suites of one area import none of another: what two need is in suites/shared.'
const ofAreas = Object.entries(areas).flatMap(([folder, siblings]) => {
  const [, top] = folder.split('/')
  return suitesIn(folder, [...tops.filter((other) => other !== top), ...siblings], apart)
})

export default {
  plugins: ['typescript', 'import', 'unicorn', 'vitest', 'promise', 'node', 'oxc'],
  jsPlugins: ['./ci/lint/expected-first.mjs'],
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'out', 'node_modules', 'protos/generated/**'],
  rules: {
    'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
    'expected/actual-first': 'error',
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'vitest/no-conditional-expect': 'error',
    'vitest/expect-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/valid-title': 'off',
    'vitest/valid-describe-callback': 'off',
    'vitest/valid-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/warn-todo': 'off',
    'no-empty-pattern': 'off',
  },
  overrides: [
    ...rules(),
    {
      files: ['harness/testing/suites/**', 'harness/check/expect.test.ts'],
      rules: { 'expected/actual-first': 'off' },
    },
    ...ofAreas,
    ...suitesIn(
      'suites/generated',
      ['doctor'],
      'Generated cases may use the tables of other suites, not their wiring.',
    ),
    ...suitesIn('suites/shared', tops, 'What suites share imports none of them.'),
    {
      files: ['suites/*.ts'],
      excludeFiles: tests,
      rules: { 'no-restricted-imports': ['error', { patterns: [layers, kit] }] },
    },
    {
      files: ['documents/**'],
      excludeFiles: tests,
      rules: { 'no-restricted-imports': ['error', { patterns: [forbiddenLayer('documents'), kit] }] },
    },
    {
      files: ['reports/**'],
      rules: { 'no-restricted-imports': ['error', { patterns: ['**/reference/**', '**/bin/**'] }] },
    },
    {
      files: [
        'suites/[1-3]-*/**',
        'suites/doctor/**',
        'suites/shared/**/*-rule.ts',
        'suites/shared/**/*-rules.ts',
      ],
      rules: { 'max-lines': ['error', { max: 200 }] },
    },
  ],
}
