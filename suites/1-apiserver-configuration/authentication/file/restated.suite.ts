import { excluded } from '#kit'

const section = 'AuthenticationConfiguration'

excluded({
  id: 'authn.file.invalid',
  level: 'MUST',
  says: 'A violation of an exclusivity or required-field rule makes the file invalid.',
  source: { document: 1, section: 'Errors', rows: ['exclusivity and required fields'] },
  excluded: {
    reason: 'It says what each authn.file rule checks: the server refuses to start with the file.',
  },
})

excluded({
  id: 'authn.file.audiences-limit',
  level: 'MUST',
  says: 'issuer.audiences is not empty.',
  source: { document: 1, section: 'Limits', rows: ['issuer audiences'] },
  excluded: { reason: 'The same statement as that of the table: authn.file.audiences-non-empty.' },
})

excluded({
  id: 'authn.file.position',
  says: 'The position of the JWT authenticators among other authenticators is undefined and may change.',
  source: { document: 1, section, rows: ['jwt'], aspect: 'position' },
  excluded: { reason: 'It permits every order, and no check may rely on one.' },
})

excluded({
  id: 'authn.file.read',
  level: 'MUST',
  says: 'Each configuration file is read from the path that its flag gives.',
  source: { document: 1, section: 'What the service does', rows: ['configuration files'] },
  excluded: { reason: 'Each flag has a rule of its own; for this file, flag.authentication-config.file.' },
})
