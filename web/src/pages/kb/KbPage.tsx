export default function KbPage({ name }: { name?: string }) {
  return <h1>{name}</h1>
}
