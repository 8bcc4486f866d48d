export default function ModelsPage() {
  return <h1>Models</h1>
}
