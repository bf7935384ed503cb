// <stdin>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
if (process.env.MUTANT_REACHED) {
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  const set = (counts, id, count) => {
    if (!(id in counts)) appendFileSync(process.env.MUTANT_REACHED, id + '\n')
    counts[id] = count
    return true
  }
  globalThis.__stryker__ = { mutantCoverage: { static: new Proxy({}, { set }), perTest: {} } }
}
function stryNS_9fa48() {
  var g =
    (typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis) ||
    new Function('return this')()
  var ns = g.__stryker__ || (g.__stryker__ = {})
  if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__
  }
  function retrieveNS() {
    return ns
  }
  stryNS_9fa48 = retrieveNS
  return retrieveNS()
}
stryNS_9fa48()
function stryCov_9fa48() {
  var ns = stryNS_9fa48()
  var cov =
    ns.mutantCoverage ||
    (ns.mutantCoverage = {
      static: {},
      perTest: {},
    })
  function cover() {
    var c = cov.static
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {}
    }
    var a = arguments
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1
    }
  }
  stryCov_9fa48 = cover
  cover.apply(null, arguments)
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48()
  function isActive(id2) {
    if (ns.activeMutant === id2) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')')
      }
      return true
    }
    return false
  }
  stryMutAct_9fa48 = isActive
  return isActive(id)
}
var flags = new Map(
  stryMutAct_9fa48('0')
    ? process.argv.map((word) => word.replace(/^--/, '').split('='))
    : (stryCov_9fa48('0'),
      process.argv
        .slice(2)
        .map(
          stryMutAct_9fa48('1')
            ? () => void 0
            : (stryCov_9fa48('1'), (word) => word.replace(/^--/, '').split('=')),
        )),
)
function portOf(text) {
  if (stryMutAct_9fa48('2')) {
    {
    }
  } else {
    stryCov_9fa48('2')
    if (
      stryMutAct_9fa48('5')
        ? false
        : stryMutAct_9fa48('4')
          ? true
          : stryMutAct_9fa48('3')
            ? /^\d+$/.test(text)
            : (stryCov_9fa48('3', '4', '5'),
              !(
                stryMutAct_9fa48('9')
                  ? /^\D+$/
                  : stryMutAct_9fa48('8')
                    ? /^\d$/
                    : stryMutAct_9fa48('7')
                      ? /^\d+/
                      : stryMutAct_9fa48('6')
                        ? /\d+$/
                        : (stryCov_9fa48('6', '7', '8', '9'), /^\d+$/)
              ).test(text))
    )
      throw new Error(
        stryMutAct_9fa48('10') ? `` : (stryCov_9fa48('10'), `--secure-port ${text}: not a number`),
      )
    const port = Number(text)
    if (
      stryMutAct_9fa48('13')
        ? port === 0 && port > 65535
        : stryMutAct_9fa48('12')
          ? false
          : stryMutAct_9fa48('11')
            ? true
            : (stryCov_9fa48('11', '12', '13'),
              (stryMutAct_9fa48('15')
                ? port !== 0
                : stryMutAct_9fa48('14')
                  ? false
                  : (stryCov_9fa48('14', '15'), port === 0)) ||
                (stryMutAct_9fa48('18')
                  ? port <= 65535
                  : stryMutAct_9fa48('17')
                    ? port >= 65535
                    : stryMutAct_9fa48('16')
                      ? false
                      : (stryCov_9fa48('16', '17', '18'), port > 65535)))
    )
      throw new Error(
        stryMutAct_9fa48('19') ? `` : (stryCov_9fa48('19'), `--secure-port ${text}: not a port to serve on`),
      )
    return port
  }
}
function health(path) {
  if (stryMutAct_9fa48('20')) {
    {
    }
  } else {
    stryCov_9fa48('20')
    if (
      stryMutAct_9fa48('22')
        ? false
        : stryMutAct_9fa48('21')
          ? true
          : (stryCov_9fa48('21', '22'),
            (stryMutAct_9fa48('23')
              ? []
              : (stryCov_9fa48('23'),
                [
                  stryMutAct_9fa48('24') ? '' : (stryCov_9fa48('24'), '/livez'),
                  stryMutAct_9fa48('25') ? '' : (stryCov_9fa48('25'), '/healthz'),
                  stryMutAct_9fa48('26') ? '' : (stryCov_9fa48('26'), '/readyz'),
                ])
            ).includes(path))
    )
      return stryMutAct_9fa48('27')
        ? []
        : (stryCov_9fa48('27'), [200, stryMutAct_9fa48('28') ? '' : (stryCov_9fa48('28'), 'ok')])
    return (
      stryMutAct_9fa48('31')
        ? path !== '/teapot'
        : stryMutAct_9fa48('30')
          ? false
          : stryMutAct_9fa48('29')
            ? true
            : (stryCov_9fa48('29', '30', '31'),
              path === (stryMutAct_9fa48('32') ? '' : (stryCov_9fa48('32'), '/teapot')))
    )
      ? stryMutAct_9fa48('33')
        ? []
        : (stryCov_9fa48('33'), [418, stryMutAct_9fa48('34') ? '' : (stryCov_9fa48('34'), 'no coffee')])
      : stryMutAct_9fa48('35')
        ? []
        : (stryCov_9fa48('35'), [404, stryMutAct_9fa48('36') ? '' : (stryCov_9fa48('36'), 'no such path')])
  }
}
try {
  if (stryMutAct_9fa48('37')) {
    {
    }
  } else {
    stryCov_9fa48('37')
    const port = portOf(
      stryMutAct_9fa48('38')
        ? flags.get('secure-port') && '6443'
        : (stryCov_9fa48('38'),
          flags.get(stryMutAct_9fa48('39') ? '' : (stryCov_9fa48('39'), 'secure-port')) ??
            (stryMutAct_9fa48('40') ? '' : (stryCov_9fa48('40'), '6443'))),
    )
    const cert = readFileSync(
      stryMutAct_9fa48('41')
        ? flags.get('tls-cert-file') && ''
        : (stryCov_9fa48('41'),
          flags.get(stryMutAct_9fa48('42') ? '' : (stryCov_9fa48('42'), 'tls-cert-file')) ??
            (stryMutAct_9fa48('43') ? 'Stryker was here!' : (stryCov_9fa48('43'), ''))),
    )
    const key = readFileSync(
      stryMutAct_9fa48('44')
        ? flags.get('tls-private-key-file') && ''
        : (stryCov_9fa48('44'),
          flags.get(stryMutAct_9fa48('45') ? '' : (stryCov_9fa48('45'), 'tls-private-key-file')) ??
            (stryMutAct_9fa48('46') ? 'Stryker was here!' : (stryCov_9fa48('46'), ''))),
    )
    createServer(
      stryMutAct_9fa48('47')
        ? {}
        : (stryCov_9fa48('47'),
          {
            cert,
            key,
          }),
      ({ url = stryMutAct_9fa48('48') ? 'Stryker was here!' : (stryCov_9fa48('48'), '') }, response) => {
        if (stryMutAct_9fa48('49')) {
          {
          }
        } else {
          stryCov_9fa48('49')
          const [status, text] = health(url)
          response.writeHead(status).end(text)
        }
      },
    ).listen(port, flags.get(stryMutAct_9fa48('50') ? '' : (stryCov_9fa48('50'), 'bind-address')))
  }
} catch (error) {
  if (stryMutAct_9fa48('51')) {
    {
    }
  } else {
    stryCov_9fa48('51')
    process.stderr.write(
      stryMutAct_9fa48('52')
        ? ``
        : (stryCov_9fa48('52'),
          `acme-apiserver: ${error.message}
`),
    )
    process.exitCode = 1
  }
}
