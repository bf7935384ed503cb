import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type DescMessage, type DescMethod, type MessageShape } from '@bufbuild/protobuf'
import { Server, ServerCredentials, type sendUnaryData, status } from '@grpc/grpc-js'
import { methodDefinition } from '../../grpc/method.ts'
import * as v1 from '#protos/kms/v1beta1_pb.ts'
import * as v2 from '#protos/kms/v2_pb.ts'

/** Key management plugin of versions 1 and 2 that inverts the bits of values, for unit tests. */
export class KmsDouble implements AsyncDisposable {
  /** Names of the called methods, oldest first. */
  readonly calledMethods: string[] = []
  keyId = 'k1'
  /** Delay of responses in milliseconds. */
  delayMs = 0
  broken = false
  readonly #server = new Server()
  readonly #directory = mkdtempSync(join(tmpdir(), 'kms-'))

  get url(): string {
    return `unix://${this.#directory}/kms.sock`
  }

  static async start(): Promise<KmsDouble> {
    const double = new KmsDouble()
    double.#serve(v1.KeyManagementService.method.version, () =>
      create(v1.VersionResponseSchema, { version: 'v1beta1' }),
    )
    double.#serve(v1.KeyManagementService.method.encrypt, ({ plain }) =>
      create(v1.EncryptResponseSchema, { cipher: flipBits(plain) }),
    )
    double.#serve(v1.KeyManagementService.method.decrypt, ({ cipher }) =>
      create(v1.DecryptResponseSchema, { plain: flipBits(cipher) }),
    )
    double.#serve(v2.KeyManagementService.method.status, () =>
      create(v2.StatusResponseSchema, { version: 'v2', healthz: 'ok', keyId: double.keyId }),
    )
    double.#serve(v2.KeyManagementService.method.encrypt, ({ plaintext }) =>
      create(v2.EncryptResponseSchema, { ciphertext: flipBits(plaintext), keyId: double.keyId }),
    )
    double.#serve(v2.KeyManagementService.method.decrypt, ({ ciphertext }) =>
      create(v2.DecryptResponseSchema, { plaintext: flipBits(ciphertext) }),
    )
    await new Promise<void>((resolve, reject) => {
      double.#server.bindAsync(
        double.url.replace('unix://', 'unix:'),
        ServerCredentials.createInsecure(),
        (error) => (error === null ? resolve() : reject(error)),
      )
    })
    return double
  }

  /** Returns the number of calls of a method, without health probes. */
  count(method: string): number {
    return this.calledMethods.filter((name) => name === method).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown()
    rmSync(this.#directory, { recursive: true })
  }

  #serve<I extends DescMessage, O extends DescMessage>(
    method: DescMethod & { readonly input: I; readonly output: O },
    answer: (request: MessageShape<I>) => MessageShape<O>,
  ): void {
    const handleCall = (call: { request: MessageShape<I> }, done: sendUnaryData<MessageShape<O>>) => {
      this.calledMethods.push(method.name)
      setTimeout(() => {
        if (this.broken) done({ code: status.INTERNAL, details: 'broken' })
        else done(null, answer(call.request))
      }, this.delayMs)
    }
    this.#server.addService(
      { [method.localName]: methodDefinition(method) },
      { [method.localName]: handleCall },
    )
  }
}

const flipBits = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff)
