import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeftOut } from '../scenario.ts'
import type { Bench } from './bench.ts'
import { onEmergency } from './cleanup.ts'

/** A separate disk that can be filled completely. */
export interface SmallDisk {
  path: string
  fill(): void
  free(): void
}

/** @throws {LeftOut} if this machine does not allow mounting */
export function mountSmallDisk(bench: Bench, mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'console-disk-'))
  bench.defer(() => rmdirSync(path))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=1777`, 'tmpfs', path], {
      stdio: 'ignore',
    })
  } catch {
    throw new LeftOut('a small disk cannot be mounted here: it needs Linux and root')
  }
  const unmount = () => execFileSync('umount', ['-l', path], { stdio: 'ignore' })
  const undone = onEmergency(unmount)
  bench.defer(() => {
    undone()
    unmount()
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'w')
      try {
        // Large pieces first, then smaller ones, until no byte is free.
        for (const size of [1 << 20, 1 << 12, 1 << 6, 1]) writeAll(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
}

/** Writes until the disk is full. */
function writeAll(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
