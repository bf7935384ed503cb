import { dialects } from '../dialect/index.ts'

const roles = Object.keys(dialects.orch?.programs ?? {})
const capabilities = [...(dialects.orch?.capabilities ?? [])]

const text = { type: 'string', minLength: 1 }
const milliseconds = { type: 'integer', minimum: 1 }

const program = {
  type: 'object',
  description: 'How to start one program of the implementation.',
  additionalProperties: false,
  required: ['command'],
  properties: {
    command: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'The program and its first arguments. A path is taken from the folder of this file.',
    },
    args: {
      type: 'array',
      items: { type: 'string' },
      description: 'Further arguments that the program always needs.',
    },
    env: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Variables added to the clean environment that every program gets.',
    },
  },
}

/** The JSON Schema of target files, published as `schemas/target.schema.json`. */
export const targetSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'orch-conformance target',
  description: 'One implementation under test: its programs, its dialect and what is known about it.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'dialect', 'programs'],
  properties: {
    name: text,
    dialect: {
      enum: Object.keys(dialects),
      description: 'How the implementation spells what the documents say.',
    },
    programs: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(roles.map((role) => [role, program])),
    },
    capabilities: {
      type: 'object',
      description: 'What the implementation has beyond the documents; overrides its dialect.',
      additionalProperties: false,
      properties: Object.fromEntries(capabilities.map((capability) => [capability, { type: 'boolean' }])),
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        readyMs: milliseconds,
        refusedMs: milliseconds,
        stopMs: {
          type: 'integer',
          minimum: 0,
          description:
            'From SIGTERM, once nothing more is asked of a program, to SIGKILL. Default 0, which kills at once; give it time when the program writes something at its end, such as its coverage.',
        },
        issuersMs: milliseconds,
        reloadMs: milliseconds,
      },
    },
    deviations: {
      type: 'array',
      description: 'Known departures; a check that passes although it stands here is red.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['check', 'reason', 'link'],
        properties: { check: text, reason: text, link: text },
      },
    },
  },
} as const
