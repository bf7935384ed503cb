import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { create } from '@bufbuild/protobuf'
import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { methodDefinition } from '../../../grpc/method.ts'
import { EtcdDouble } from '../../testing/etcd-double.ts'
import { RunningServer } from '../../testing/running-server.ts'
import {
  ExternalJWTSigner,
  FetchKeysResponseSchema,
  MetadataResponseSchema,
  type SignJWTRequest,
  SignJWTResponseSchema,
} from '#protos/jwt-signer_pb.ts'
import { verificationKey } from './keys.ts'
import { signToken } from './signature.ts'

function unaryHandler<Request, Message>(answer: (request: Request) => Message) {
  return (call: { request: Request }, done: sendUnaryData<Message>) => done(null, answer(call.request))
}

async function startSigner(socket: string, privateKey: KeyObject): Promise<Server> {
  const key = { ...verificationKey(createPublicKey(privateKey), 'outside'), privateKey }
  const { sign, fetchKeys, metadata } = ExternalJWTSigner.method
  const server = new Server()
  const definition = {
    sign: methodDefinition(sign),
    fetchKeys: methodDefinition(fetchKeys),
    metadata: methodDefinition(metadata),
  }
  const keys = [{ keyId: key.id, key: key.key.export({ type: 'spki', format: 'der' }) }]
  server.addService(definition, {
    sign: unaryHandler(({ claims }: SignJWTRequest) => {
      const content = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as object
      const [header = '', , signature = ''] = signToken(content, key).split('.')
      return create(SignJWTResponseSchema, { header, signature })
    }),
    fetchKeys: unaryHandler(() => create(FetchKeysResponseSchema, { keys, refreshHintSeconds: 60n })),
    metadata: unaryHandler(() => create(MetadataResponseSchema, { maxTokenExpirationSeconds: 7200n })),
  })
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    )
  })
  return server
}

test('an external signer determines the key and the maximum lifetime of tokens', async () => {
  await using etcd = await EtcdDouble.start()
  await using server = new RunningServer()
  const socket = `${server.directory}/signer.sock`
  const signer = await startSigner(socket, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  await server.start(etcd.url, [
    '--service-account-issuer=https://issuer.example',
    `--service-account-signing-endpoint=${socket}`,
  ])
  await server.ready()
  const admin = server.admin
  const accountsPath = '/api/v1/namespaces/x/serviceaccounts'
  await server.send('POST', accountsPath, { as: admin, body: { metadata: { name: 'robot' } } })
  const spec = { expirationSeconds: 86_400 }
  const tokenReply = await server.send('POST', `${accountsPath}/robot/token`, { as: admin, body: { spec } })
  const answer = JSON.parse(tokenReply.body) as { spec: object; status: { token: string } }
  const { token } = answer.status
  const selfReview = await server.send('POST', '/apis/authentication.orch.io/v1/selfsubjectreviews', {
    token,
    body: {},
  })
  signer.forceShutdown()

  expect(answer.spec).toMatchObject({ expirationSeconds: 7200 })
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'))).toMatchObject({
    kid: 'outside',
  })
  expect(selfReview.status).toBe(201)
})
