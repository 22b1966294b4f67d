import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { fullDisk } from '#dev/full-disk.ts'

const said = {
  'Node, of a file': Object.assign(new Error('write'), { code: 'ENOSPC' }),
  'a quota': Object.assign(new Error('write'), { code: 'EDQUOT' }),
  'PostgreSQL, to a client': Object.assign(new Error('could not extend file'), { code: '53100' }),
  'initdb, which could write a part of a block': new Error(
    'FATAL:  could not extend file "base/1/2228": wrote only 4096 of 8192 bytes at block 1\nHINT:  Check free disk space.',
  ),
  'initdb, which could write nothing': new Error('could not create file: No space left on device'),
  'SQLite under Temporal': new Error('database or disk is full (13)'),
  'the cause of another': new Error('it ended', {
    cause: Object.assign(new Error('write'), { code: 'ENOSPC' }),
  }),
}

describe('a full disk', () => {
  for (const [whoever, error] of Object.entries(said)) {
    it(`is told in one line, with what is left and what to do: ${whoever}`, () => {
      assert.match(
        String(fullDisk(error, tmpdir())),
        /^The disk of .* is full \(\d+ MB left\)\. .*DATA_DIR.*$/,
      )
    })
  }

  it('is not what another error means', () => {
    assert.equal(fullDisk(new Error('permission denied'), tmpdir()), undefined)
    assert.equal(fullDisk('no space left on device', tmpdir()), undefined)
  })
})
