import { verdicts } from '#harness/verdict.ts'

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const whole = { type: 'integer', minimum: 0 }

const source = {
  type: 'object',
  required: ['document', 'section', 'row'],
  properties: { document: { enum: [1, 2, 3] }, section: text, row: text },
}

const header = {
  type: 'object',
  required: ['type', 'schemaVersion', 'tool', 'target', 'startedAt', 'seed', 'suiteDigest', 'argv', 'plan'],
  properties: {
    type: { const: 'header' },
    schemaVersion: { const: 1 },
    tool: { type: 'object', required: ['name', 'version'], properties: { name: text, version: text } },
    target: {
      type: 'object',
      required: ['name', 'dialect', 'programs'],
      properties: {
        name: text,
        dialect: text,
        programs: {
          type: 'array',
          items: {
            type: 'object',
            required: ['role', 'command'],
            properties: { role: text, command: texts, version: text },
          },
        },
      },
    },
    startedAt: text,
    seed: { type: 'number' },
    jobs: { type: 'number' },
    suiteDigest: text,
    argv: texts,
    plan: {
      type: 'object',
      required: ['rules', 'checks'],
      properties: {
        rules: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'level', 'says', 'source'],
            properties: {
              id: text,
              level: { enum: ['MUST', 'SHOULD', 'UNSPECIFIED'] },
              says: text,
              source,
              capability: text,
              excluded: { type: 'object', required: ['reason'], properties: { reason: text } },
            },
          },
        },
        checks: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'rule', 'title'],
            properties: { id: text, rule: text, title: text, twin: text },
          },
        },
      },
    },
  },
}

const check = {
  type: 'object',
  required: ['type', 'id', 'rule', 'verdict', 'startedAtMs', 'durationMs', 'assertions', 'observations'],
  properties: {
    type: { const: 'check' },
    id: text,
    rule: text,
    verdict: { enum: verdicts },
    startedAtMs: { type: 'number' },
    durationMs: { type: 'number' },
    reason: text,
    twin: text,
    evidence: text,
    assertions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['matcher', 'passed'],
        properties: { matcher: text, passed: { type: 'boolean' } },
      },
    },
    observations: {
      type: 'array',
      items: { type: 'object', required: ['what'], properties: { what: text } },
    },
    launches: {
      type: 'array',
      items: {
        type: 'object',
        required: ['outcome', 'durationMs'],
        properties: { outcome: text, durationMs: { type: 'number' } },
      },
    },
    known: {
      type: 'object',
      required: ['reason', 'passes'],
      properties: { reason: text, link: text, passes: { type: 'boolean' } },
    },
  },
}

const footer = {
  type: 'object',
  required: ['type', 'finishedAt', 'totals', 'planned', 'reported', 'errors'],
  properties: {
    type: { const: 'footer' },
    finishedAt: text,
    totals: {
      type: 'object',
      properties: Object.fromEntries(verdicts.map((verdict) => [verdict, whole])),
      additionalProperties: false,
    },
    planned: whole,
    reported: whole,
    errors: texts,
  },
}

/** The JSON Schema of one line of `events.jsonl`; published as `schemas/events.schema.json`. */
export const eventSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of events.jsonl',
  description:
    'A run writes a header first, an event as each check ends, and a footer last; an interrupted run has no footer.',
  oneOf: [header, check, footer],
}

/** The schema of each event by its type, so that a mistake is named within the event that was meant. */
export const schemaOfType: ReadonlyMap<string, object> = new Map<string, object>([
  ['header', header],
  ['check', check],
  ['footer', footer],
])
