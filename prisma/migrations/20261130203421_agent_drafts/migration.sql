-- AlterTable
ALTER TABLE "Agent" ADD COLUMN     "draftVersionId" TEXT;

-- AlterTable
ALTER TABLE "AgentVersion" ADD COLUMN     "note" TEXT,
ADD COLUMN     "publishedAt" TIMESTAMP(3),
ADD COLUMN     "publishedBy" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Agent_draftVersionId_key" ON "Agent"("draftVersionId");

-- AddForeignKey
ALTER TABLE "Agent" ADD CONSTRAINT "Agent_draftVersionId_fkey" FOREIGN KEY ("draftVersionId") REFERENCES "AgentVersion"("id") ON DELETE SET NULL ON UPDATE CASCADE;



-- What was saved before was what sessions began with: it is published.
UPDATE "AgentVersion" SET "publishedAt" = "createdAt", "publishedBy" = "createdBy" WHERE "number" IS NOT NULL;
