// The script in the single file: unpacks the package into a cache, verifies what is there, and starts it with Node.
// The file is Node itself with this script in it. A copy without the mark of the script is the plain Node that
// runs the package, its workers and its reference programs.
'use strict'
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const paths = require('node:path')
const { spawn } = require('node:child_process')
const { brotliDecompressSync } = require('node:zlib')
const { getRawAsset } = require('node:sea')

const join = (...parts) => paths.join(...parts)
const asset = (name) => Buffer.from(getRawAsset(name))
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Folders that may hold the cache, in the order in which they are tried. */
function caches() {
  const { ORCH_CONFORMANCE_CACHE: own, XDG_CACHE_HOME: xdg } = process.env
  if (own) return [own]
  const user = typeof process.getuid === 'function' ? process.getuid() : 0
  return [
    join(xdg || join(os.homedir(), '.cache'), 'orch-conformance'),
    join(os.tmpdir(), `orch-conformance-${user}`),
  ]
}

/** Returns the paths of all files below a folder, with slashes. */
function filesIn(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(root.length + 1)
        .split(paths.sep)
        .join('/'),
    )
}

/** Reports whether a folder belongs to this user alone, and has exactly the files of the index. */
function isIntact(root, index, node) {
  try {
    const { uid, mode } = fs.lstatSync(root)
    if (typeof process.getuid === 'function' && (uid !== process.getuid() || (mode & 0o022) !== 0))
      return false
    const found = filesIn(root)
    if (found.length !== index.length + 1) return false
    if (!fs.readFileSync(join(root, nodeName)).equals(node())) return false
    return index.every(({ path, digest }) => sha256(fs.readFileSync(join(root, path))) === digest)
  } catch {
    return false
  }
}

const nodeName = process.platform === 'win32' ? 'node.exe' : 'node'
// In two parts: the whole text must be in the file only once, at the mark itself.
const fuse = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2'].join('_')

/** Returns this file without the mark that a script is in it. */
function plainNode() {
  const bytes = fs.readFileSync(process.execPath)
  const at = bytes.indexOf(`${fuse}:1`)
  if (at === -1) throw new Error(`${process.execPath} is not the file that was built.`)
  bytes[at + fuse.length + 1] = '0'.charCodeAt(0)
  return bytes
}

/** Unpacks into a folder next to its place, so that a start at the same time never sees a part of it. */
function unpack(root, index, node) {
  const temporary = fs.mkdtempSync(`${root}-`)
  const files = brotliDecompressSync(asset('files'))
  let offset = 0
  for (const { path, size, digest, mode } of index) {
    const content = files.subarray(offset, (offset += size))
    if (sha256(content) !== digest) throw new Error(`${path} is damaged in ${process.execPath}.`)
    const file = join(temporary, path)
    fs.mkdirSync(join(file, '..'), { recursive: true })
    fs.writeFileSync(file, content, { mode })
  }
  fs.writeFileSync(join(temporary, nodeName), node(), { mode: 0o755 })
  try {
    fs.rmSync(root, { recursive: true, force: true })
    fs.renameSync(temporary, root)
  } catch (thrown) {
    // Another start was faster.
    fs.rmSync(temporary, { recursive: true, force: true })
    if (!isIntact(root, index, node)) throw thrown
  }
}

/** Returns the folder of the package, unpacked and verified. */
function unpacked() {
  const text = asset('index')
  const index = JSON.parse(text.toString())
  let bytes
  const node = () => (bytes ??= plainNode())
  const problems = []
  for (const cache of caches()) {
    try {
      fs.mkdirSync(cache, { recursive: true, mode: 0o700 })
      const root = join(cache, sha256(text).slice(0, 16))
      if (!isIntact(root, index, node)) unpack(root, index, node)
      return root
    } catch (thrown) {
      problems.push(`${cache}: ${thrown.message}`)
    }
  }
  process.stderr.write(
    `orch-conformance: the package cannot be unpacked. Set ORCH_CONFORMANCE_CACHE to a folder that you may write.\n${problems.join('\n')}\n`,
  )
  return process.exit(3)
}

/** Returns this file as the user named it, or its path if that is another file. */
function startedAs() {
  const { argv0, execPath, env } = process
  const folders = argv0.includes('/') ? ['.'] : (env.PATH ?? '').split(paths.delimiter)
  const named = folders.map((folder) => paths.resolve(folder, argv0)).find((file) => fs.existsSync(file))
  return named !== undefined && fs.realpathSync(named) === fs.realpathSync(execPath) ? argv0 : execPath
}

const root = unpacked()
const line = [join(root, nodeName), join(root, 'node_modules/orch-conformance/dist/bin/orch-conformance.js')]
const words = [...line, ...process.argv.slice(2)]
// The commands that the program prints begin with this file.
const env = { ...process.env, ORCH_CONFORMANCE_FILE: startedAs() }
if (typeof process.execve === 'function') process.execve(words[0], words, env)
const child = spawn(words[0], words.slice(1), { stdio: 'inherit', env })
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
  process.on(signal, () => {
    // A terminal sends its interrupt to both.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
child.on('error', (thrown) => {
  process.stderr.write(`orch-conformance: ${thrown.message}\n`)
  process.exitCode = 3
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exitCode = code
  else {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
})
