import { acceptsFlags } from './accepted-values.ts'
import { accepts, refuses, rulesOf, says } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { insecureSuites, namesOf, preferredSuites } from '#documents/3/lists/cipher-suites.ts'

const { must } = rulesOf({ document: 3, section: 'Cipher suites (`--tls-cipher-suites`)', overlaps: true })

const flag = '--tls-cipher-suites'

// Disables HTTP/2, because it forbids most of the insecure suites (RFC 9113 §9.2.2).
const withoutHttp2 = { '--disable-http2-serving': true }

const tables = { Preferred: namesOf(preferredSuites), Insecure: namesOf(insecureSuites) }

for (const [table, suites] of Object.entries(tables)) {
  must(`flag.tls-cipher-suites.${table.toLowerCase()}`, { rows: suites, aspect: 'names' }, () => {
    says(`The names of the table "${table}" are cipher suites that ${flag} takes.`)
    const expectAllSuites = acceptsFlags({ ...withoutHttp2, [flag]: suites.join(',') })
    accepts(`each of the ${suites.length} names`, expectAllSuites).sees(
      `${table.toLowerCase()}-cipher-suite-refused`,
    )
  })
}

must(
  'flag.tls-cipher-suites.values',
  { ...flagRow(flag, 'values'), twin: 'flag.tls-cipher-suites.preferred/accepts-each-of-the-15-names' },
  () => {
    says('No other names are taken.')
    refuses(
      { title: 'the name of a cipher suite that is in neither table', id: 'a name that is in neither table' },
      async () => {
        const suites = [...tables.Preferred, 'TLS_AES_512_GCM_SHA512'].join(',')
        await expectRefusal({ flags: { ...withoutHttp2, [flag]: suites } }, 'suite')
      },
    ).sees('values-unchecked-tls-cipher-suites')
  },
)
