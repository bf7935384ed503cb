import { file, type Flags } from '#kit/launch.ts'

/**
 * The kinds of configuration files in document 1, each with its name in refusals, its content, its flag, and the check
 * that accepts a file with every field.
 */
export const configurationKinds = {
  admission: {
    errorTerms: ['admission'],
    contentWords: 'an admission configuration',
    flag: '--admission-control-config-file',
    complete: 'admission.file.complete/accepts-a-file-that-uses-every-field',
  },
  authentication: {
    errorTerms: ['authentication'],
    contentWords: 'an authentication configuration',
    flag: '--authentication-config',
    complete: 'authn.file.complete/accepts-a-file-that-uses-every-field',
  },
  authorization: {
    errorTerms: ['AuthorizationConfiguration', 'authorizers'],
    contentWords: 'an authorization configuration',
    flag: '--authorization-config',
    complete: 'authz.file.complete/accepts-a-file-that-uses-every-field',
  },
  egress: {
    errorTerms: ['egress'],
    contentWords: 'an egress selector configuration',
    flag: '--egress-selector-config-file',
    complete: 'egress.file.complete/accepts-a-file-that-uses-every-field',
  },
  encryption: {
    errorTerms: ['encryption'],
    contentWords: 'an encryption configuration',
    flag: '--encryption-provider-config',
    complete: 'encryption.file.complete/accepts-a-file-that-uses-every-field',
  },
  tracing: {
    errorTerms: ['tracing'],
    contentWords: 'a tracing configuration',
    flag: '--tracing-config-file',
    complete: 'tracing.file.complete/accepts-both-fields-beside-apiversion-and-kind',
  },
} as const

/** A kind of configuration file. */
export type KindName = keyof typeof configurationKinds

/** Returns the flag of a kind with such a file. */
export function configurationFlag(kind: KindName, content: object): Flags {
  return { [configurationKinds[kind].flag]: file(`${kind}.yaml`, content) }
}
