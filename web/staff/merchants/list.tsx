import type { MerchantRecord } from '#use-cases/merchants/find.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { DeskList } from '#web/staff/desk-list.tsx'
import { State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { personStates } from '#web/staff/words.ts'

/** All merchants, the latest first, or those of which a name holds a text. */
export function MerchantList({
  desk,
  rows,
  next,
  name,
}: {
  readonly desk: Desk
  readonly rows: readonly MerchantRecord[]
  readonly next: string | null
  readonly name: string
}) {
  return (
    <DeskList
      desk={desk}
      title="Marchands"
      aside={
        may(desk, 'merchants.manage') && (
          <ButtonLink href={paths.newMerchant}>Nouveau marchand</ButtonLink>
        )
      }
      above={<Search name={name} />}
      caption="Marchands, le plus récent d’abord"
      columns={columns}
      rows={rows}
      next={next}
      empty={{
        title: name === '' ? 'Aucun marchand' : 'Aucun marchand de ce nom',
        icon: 'search',
      }}
    />
  )
}

function Search({ name }: { readonly name: string }) {
  return (
    <Form action={paths.merchants} method="get">
      <div class="row end">
        <TextField
          name="nom"
          label="Nom du marchand ou d’un service"
          type="search"
          value={name}
          maxLength={120}
          isFilter
        />
        <Button look="quiet" icon="search">
          Chercher
        </Button>
      </div>
    </Form>
  )
}

const columns: readonly Column<MerchantRecord>[] = [
  {
    title: 'Marchand',
    cell: ({ id, name }) => <a href={`${paths.merchants}/${id}`}>{name}</a>,
  },
  { title: 'Services', cell: ({ services }) => services.map(({ name }) => name).join(', ') },
  { title: 'Propriétaire', cell: ({ owner }) => owner?.name ?? '—' },
  { title: 'Accès', cell: ({ owner }) => owner && <State of={personStates[owner.status]} /> },
  { title: 'Depuis', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
