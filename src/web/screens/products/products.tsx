import { createColumnHelper } from '@tanstack/react-table'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Product } from '../../../contract/products.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, capitalised, nonBlank } from '../../../domain/format/text.ts'
import { safeLink } from '../../../domain/freight/couriers.ts'
import { textQuery } from '../../../domain/lists/list-address.ts'
import { unitOf } from '../../../domain/records/barcode.ts'
import { LISTED_STOCK, pricesOf, shownStock, type Tiers, tiersOf } from '../../../domain/records/product.ts'
import { productCode } from '../../../domain/records/record-kind.ts'
import { standardQueries } from '../../api/standard-records.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { defineRecordList } from '../../list/define-record-list.ts'
import { EmptyState } from '../../list/list-frame.tsx'
import { queriedRows } from '../../list/row-source.ts'
import { textList } from '../../list/text-list.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { CodeFact, Fact, FactsCard, TextFact } from '../../record/facts.tsx'
import { RecordColumns, RecordTabs } from '../../record/record-tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { installation } from '../../state/installation.ts'
import { SideBySide } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/column-layout.ts'
import { EmptyTable } from '../../table/empty-table.tsx'
import { PhoneRow } from '../../table/phone-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'

const column = createColumnHelper<Features, Product>()

const tierColumn = (tier: keyof Tiers, header: string) =>
  column.display({
    header,
    meta: { width: 112, align: 'right' },
    cell: ({ row: { original: product } }) => formatCents(tiersOf(product.price)[tier]),
  })

const STOCK = shownStock(LISTED_STOCK)

/**
 * The columns of the products list (PRD-1). All prices are calculated from one, and the stock is constant (PRD-3).
 */
const productColumns = column.columns([
  column.display({
    header: 'Product',
    meta: {},
    cell: ({ row: { original: product } }) => (
      <SideBySide>
        <code className="min-w-[130px] shrink-0">{productCode(product)}</code>
        <span className="truncate text-fg-2">{nonBlank(product.name)}</span>
      </SideBySide>
    ),
  }),
  tierColumn('cost', 'Cost'),
  tierColumn('drip', 'Drip'),
  tierColumn('wholesale', 'Wholesale'),
  tierColumn('retail', 'Retail'),
  column.display({
    header: 'Status',
    meta: { width: 140 },
    cell: () => <Badge tone={STOCK.tone}>{STOCK.label}</Badge>,
  }),
])

/** The products list (PRD-1). */
export const productsList = defineRecordList({
  ...textList((search) => paths.list('product', search)),
  kind: 'product',
  noun: 'products',
  title: 'Products',
  countNote: ', Drip, Wholesale and Retail including GST',
  rows: queriedRows(standardQueries('product').list),
  exported: ({ query }) => ({ list: 'products', filter: textQuery({ page: 1, query }) }),
  columns: productColumns,
  phoneRow: (product) => <ProductPhoneRow product={product} />,
  menu: ['product.open', 'product.suppliers', 'product.copy-code', 'product.edit'],
  commands: ['product.new'],
})

function ProductPhoneRow({ product }: { product: Product }) {
  return (
    <PhoneRow
      code={productCode(product)}
      state={<Badge tone={STOCK.tone}>{STOCK.label}</Badge>}
      second={nonBlank(product.name) ?? ABSENT}
      figure={formatCents(tiersOf(product.price).retail)}
    />
  )
}

/** One product (PRD-4). Its code is the title. */
export const productScreen = defineRecordScreen({
  kind: 'product',
  list: () => productsList.navigation,
  query: standardQueries('product').detail,
  heading: (slug, product) => ({ code: product ? productCode(product) : slug }),
  Head: ProductHead,
  Body: ProductBody,
})

function ProductHead({ record: product }: { record: Product | null }) {
  const [search] = useSearchParams()
  if (!product) return null
  return (
    <span className="ml-auto flex items-center gap-2">
      <CommandButton id={search.get('tab') === 'suppliers' ? 'product.add-supplier' : 'product.edit'} />
    </span>
  )
}

function ProductBody({ id, record: product }: RecordProps<Product>) {
  return (
    <RecordTabs
      kind="product"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'product.details',
          content: <ProductDetails product={product} />,
        },
        {
          name: 'suppliers',
          title: 'Suppliers',
          command: 'product.suppliers',
          content: <ProductSuppliers />,
          fills: true,
        },
      ]}
    />
  )
}

/** The Details tab: description and prices at the left, photo and measurements at the right. */
function ProductDetails({ product }: { product: Product }) {
  return (
    <RecordColumns
      beside={
        <>
          {/* Keyed by photo, so that a failed photo of another product does not hide this one. */}
          <PhotoCard key={product.image_url} product={product} />
          <MeasurementsCard product={product} />
        </>
      }
    >
      <FactsCard title="Product details">
        <CodeFact name="Code" value={productCode(product)} />
        <TextFact name="Name" value={product.name} />
        <Fact name="Stock levels">
          <Badge tone="green">In Stock</Badge>
        </Fact>
        {product.dangerous_goods && (
          <Fact name="Dangerous goods">
            <Badge tone="orange">Yes</Badge>
          </Fact>
        )}
        <CodeFact name="Website ID" value={product.cms_id} />
        {nonBlank(product.location) !== null && <CodeFact name="Location" value={product.location} />}
        <TextFact name="Description" value={product.description} />
      </FactsCard>
      <PricingCard product={product} />
      {installation.capabilities.has('barcodes') && <BarcodesCard product={product} />}
    </RecordColumns>
  )
}

function PricingCard({ product }: { product: Product }) {
  const prices = pricesOf(product)
  return (
    <FactsCard title="Pricing">
      <Price name="Price" cents={product.price} gst="excluding GST" />
      <Price name="Cost" cents={prices.cost} gst="excluding GST" />
      <Price name="Drip" cents={prices.drip} gst="including GST" />
      <Price name="Wholesale" cents={prices.wholesale} gst="including GST" />
      <Price name="Retail" cents={prices.retail} gst="including GST" />
    </FactsCard>
  )
}

/** The bar codes with what one scan of each counts (PRD-6). They come with imports and are edited nowhere here. */
function BarcodesCard({ product: { barcodes } }: { product: Product }) {
  return (
    <FactsCard title="Bar codes">
      {barcodes.length === 0 && <CodeFact name="Piece" value={null} />}
      {barcodes.map((barcode) => (
        <Fact key={barcode.code} name={carrierOf(barcode)}>
          <code className="code-block min-w-0 break-words">{barcode.code}</code>
          {barcode.quantity !== 1 && <span className="tabular text-fg-3">× {barcode.quantity}</span>}
        </Fact>
      ))}
    </FactsCard>
  )
}

/** 'Carton'. Units of measure are written as they are: 'm' is not 'M'. */
function carrierOf(barcode: Product['barcodes'][number]): string {
  const unit = nonBlank(barcode.unit) ?? 'Piece'
  return unitOf(barcode) === null ? capitalised(unit) : unit
}

function Price({ name, cents, gst }: { name: string; cents: number | null; gst: string }) {
  return (
    <Fact name={name}>
      <span className="w-24 text-right tabular">{formatCents(cents)}</span>
      <span className="text-small text-fg-3">{gst}</span>
    </Fact>
  )
}

function MeasurementsCard({ product: { weight, height, depth, width } }: { product: Product }) {
  return (
    <FactsCard title="Per-unit measurements">
      <Measure name="Weight" value={weight} unit="kg" />
      <Measure name="Height" value={height} unit="cm" />
      <Measure name="Depth" value={depth} unit="cm" />
      <Measure name="Width" value={width} unit="cm" />
    </FactsCard>
  )
}

function Measure({ name, value, unit }: { name: string; value: number | null; unit: string }) {
  return (
    <Fact name={name}>
      <span className="tabular">{value === null ? ABSENT : `${value} ${unit}`}</span>
    </Fact>
  )
}

/** The photo; a text if there is none or it cannot be loaded. */
function PhotoCard({ product }: { product: Product }) {
  const [broken, setBroken] = useState(false)
  const photo = safeLink(product.image_url)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Photo</CardTitle>
      </CardHeader>
      {photo === null || broken ? (
        <p className="grid h-40 place-items-center bg-surface-2 text-fg-3">
          {broken ? 'The photo could not be loaded' : 'No photo'}
        </p>
      ) : (
        <img
          src={photo}
          alt={nonBlank(product.name) ?? productCode(product)}
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="h-60 w-full bg-surface-2 object-contain"
        />
      )}
    </Card>
  )
}

const COLUMNS = [
  { title: 'Supplier' },
  { title: 'Product code', width: 180 },
  { title: 'Location', width: 220 },
  { title: 'Price', width: 120, align: 'right' },
  { title: 'Status', width: 160 },
] as const

/** The Suppliers tab. No call returns the suppliers of a product. */
function ProductSuppliers() {
  return (
    <EmptyTable label="Suppliers" columns={COLUMNS}>
      <EmptyState title="No suppliers found" why="Suppliers of a product aren’t recorded here yet." />
    </EmptyTable>
  )
}
