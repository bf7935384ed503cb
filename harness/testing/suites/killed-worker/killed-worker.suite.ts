import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['killed worker'] } as const
const server = fakeServer()

rule({ id: 'killed.first', level: 'MUST', says: 'The first check is fine.', source }, () => {
  test({ title: 'the server answers', id: 'answers' }, async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 200 })
  })
})

rule({ id: 'killed.second', level: 'MUST', says: 'The worker dies here.', source }, () => {
  test({ title: 'the worker is killed', id: 'dies' }, async () => {
    // Workers report their results ten times a second.
    await sleep(1_000)
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  })
})

rule({ id: 'killed.third', level: 'MUST', says: 'This one is lost.', source }, () => {
  test({ title: 'the next check passes', id: 'answers too' }, async () => {
    expect(1).toBe(1)
  })
})
