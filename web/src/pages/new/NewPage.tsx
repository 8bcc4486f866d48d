export default function NewPage() {
  return <h1>New</h1>
}
